// Starts `quire lsp` and hands it the specs that are open.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("quire").get("command");
  const server = { command, args, transport: TransportKind.stdio };
  client = new LanguageClient("quire", "quire", server, {
    documentSelector: [{ language: "ksy" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.ksy") },
  });
  try {
    await client.start();
  } catch (error) {
    const advice = `Install quire with its extra lsp (pip install '.[lsp]' in a checkout), or name its place in quire.command.`;
    vscode.window.showErrorMessage(`quire: the language server did not start (${error}). ${advice}`);
  }
}

async function stop() {
  const stopped = client;
  client = undefined;
  if (stopped?.needsStop()) {
    await stopped.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("quire.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("quire.command")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
