// Speaks to `quire lsp` as Visual Studio Code does: with its protocol library. Prints what it got as JSON.
//
// node node_client.js FOLDER_OF_MODULES FOLDER_OF_SPECS COMMAND…
"use strict";

const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [modules, folder, command, ...args] = process.argv.slice(2);
const load = createRequire(path.join(modules, "package.json"));
const lsp = load("vscode-languageserver-protocol/node");

async function main() {
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(server.stdout),
    new lsp.StreamMessageWriter(server.stdin),
  );
  const published = new Map();
  const waiting = new Map();
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    published.set(uri, diagnostics);
    waiting.get(uri)?.(diagnostics);
  });
  connection.listen();

  const rootUri = pathToFileURL(folder).href;
  const started = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "specs" }],
    capabilities: { general: { positionEncodings: ["utf-16"] } },
  });
  await connection.sendNotification(lsp.InitializedNotification.type, {});

  const uri = `${rootUri}/small.ksy`;
  const text = readFileSync(path.join(folder, "small.ksy"), "utf8");
  const checked = new Promise((resolve) => waiting.set(uri, resolve));
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "ksy", version: 1, text },
  });
  const diagnostics = await checked;

  const lines = text.split("\n");
  const line = lines.findIndex((each) => each.includes("repeat-expr: num_parts"));
  const place = { textDocument: { uri }, position: { line, character: lines[line].indexOf("num_") } };
  const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  const ask = (kind, more = {}) => connection.sendRequest(kind.type, { ...place, ...more });
  const found = {
    diagnostics,
    encoding: started.capabilities.positionEncoding,
    sync: started.capabilities.textDocumentSync.change,
    hover: (await ask(lsp.HoverRequest)).contents.value,
    definition: (await ask(lsp.DefinitionRequest)).range.start.line,
    references: (await ask(lsp.ReferencesRequest, { context: { includeDeclaration: true } })).length,
    completion: (await ask(lsp.CompletionRequest)).items.map((item) => item.label),
    symbols: (await ask(lsp.DocumentSymbolRequest))[0].children.length,
    hints: (await ask(lsp.InlayHintRequest, { range })).map((hint) => hint.label),
    rename: (await ask(lsp.RenameRequest, { newName: "num_items" })).changes[uri].length,
    actions: (await ask(lsp.CodeActionRequest, { range, context: { diagnostics } })).length,
  };
  await connection.sendRequest(lsp.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  found.status = await ended;
  console.log(JSON.stringify(found));
}

main();
