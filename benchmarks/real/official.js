// node official.js ROOT OUT SPEC...: each spec, and what it imports, as Python in OUT/<name of the spec>.
// The packages kaitai-struct-compiler and js-yaml are looked up from the current folder.
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const from = createRequire(path.join(process.cwd(), 'x.js'));
const compiler = from('kaitai-struct-compiler');
const yaml = from('js-yaml');
const load = (file) => yaml.load(fs.readFileSync(file, 'utf8'));

async function compileSpec(spec, root, out) {
  const importer = {
    importYaml: async (name, mode) => load(`${path.join(mode === 'abs' ? root : path.dirname(spec), name)}.ksy`),
  };
  const files = await compiler.compile('python', load(spec), importer, false);
  const folder = path.join(out, path.basename(spec, '.ksy'));
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, path.basename(name)), text);
}

async function main([root, out, ...specs]) {
  for (const spec of specs) {
    try {
      await compileSpec(spec, root, out);
    } catch (error) {
      console.error(`${spec}: ${String((error && error.message) || error).split('\n')[0]}`);
    }
  }
}

main(process.argv.slice(2));
