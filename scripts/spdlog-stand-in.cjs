/**
 * Stands in for @vscode/spdlog, the native log writer of VS Code, in our cached copy of VS Code's server (see
 * vscode-server.mjs). Writes the same lines to the same files, without rotating them: our runs are short.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 0;
    this.isFormatted = true;
    mkdirSync(dirname(file), { recursive: true });
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }

  write(level, message) {
    if (level < this.level) return;
    appendFileSync(this.file, this.isFormatted ? `${timestamp()} [${LEVELS[level]}] ${message}\n` : message);
  }

  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  /** VS Code always asks for the one pattern that write() knows. */
  setPattern() {}
  clearFormatters() {
    this.isFormatted = false;
  }
  /** Every line is already in the file. */
  flush() {}
  drop() {}
}

function timestamp() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    .toISOString()
    .replace('T', ' ')
    .replace('Z', '');
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

// One assignment each: VS Code imports this from a module, and Node finds the names only in this form.
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
