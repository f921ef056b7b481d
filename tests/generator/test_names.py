"""Names of a spec as names of Python, which are those of Kaitai's compiler."""

import keyword

import pytest

from quire.generator.targets.python.names import Names, attribute, class_name


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("a", "A"),
        ("hello_world", "HelloWorld"),
        ("vlq_base128_le", "VlqBase128Le"),
        ("expr_0", "Expr0"),
        ("u1_array", "U1Array"),
    ],
)
def test_a_class_has_its_words_capitalised(identifier: str, name: str) -> None:
    assert class_name(identifier) == name


def test_a_nested_class_is_named_from_the_top() -> None:
    assert Names("cvc").class_of(("cvc", "chunk", "row_0")) == "Cvc.Chunk.Row0"


def test_a_class_of_another_module_is_named_with_it() -> None:
    assert Names("other").class_of(("cvc", "chunk", "row_0")) == "_cvc.Cvc.Chunk.Row0"


@pytest.mark.parametrize("identifier", [word for word in keyword.kwlist if word.islower()])
def test_a_keyword_gets_an_underscore(identifier: str) -> None:
    assert attribute(identifier) == f"{identifier}_"


@pytest.mark.parametrize("identifier", ["a", "match", "type", "print", "self_"])
def test_any_other_name_stays(identifier: str) -> None:
    assert attribute(identifier) == identifier


@pytest.mark.parametrize("identifier", ["true", "false", "none"])
def test_no_class_is_named_like_a_keyword(identifier: str) -> None:
    assert not keyword.iskeyword(class_name(identifier))
