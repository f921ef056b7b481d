"""The viewer: a page with the tree of a file beside its bytes.

What runs in the page is in the files beside this one, as they are: `page.html`, `view.css`, `*.js`.
"""
