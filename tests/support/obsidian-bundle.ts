import { promises, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { compileFunction } from 'node:vm';
import * as editorState from '@codemirror/state';
import * as editorView from '@codemirror/view';
import * as obsidian from 'obsidian-test-mocks/obsidian';
import type { LorehearthPlugin } from '../../src/hosts/obsidian/lorehearth-plugin';

/** A built plugin, run as the app runs it: its text alone, with nothing but `require`. */
export interface RunBundle {
  readonly Plugin: typeof LorehearthPlugin;
  /** Every path that was handed to the file system, in order. */
  readonly paths: readonly string[];
  /** Every module that was asked for, in order. */
  readonly modules: readonly string[];
}

/** The packages of its editor that the app hands to plugins. */
const editorModules: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['@codemirror/state', editorState],
  ['@codemirror/view', editorView],
]);

/** Runs a built `main.js`. Asking for a module that the app does not have fails. */
export function runBundle(file: string): RunBundle {
  const paths: string[] = [];
  const modules: string[] = [];
  const realRequire = createRequire(file);
  const provide = (name: string): unknown => {
    modules.push(name);
    if (name === 'obsidian') return obsidian;
    const editor = editorModules.get(name);
    if (editor !== undefined) return editor;
    if (!isBuiltin(name)) throw new Error(`the app has no module ${name}`);
    const module: unknown = realRequire(name);
    return /^(node:)?fs(\/promises)?$/.test(name) ? recorded(module, paths) : module;
  };
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const run = compileFunction(readFileSync(file, 'utf8'), ['require', 'module', 'exports'], { filename: file });
  Reflect.apply(run, undefined, [provide, module, module.exports]);
  return { Plugin: module.exports['default'] as typeof LorehearthPlugin, paths, modules };
}

/** The file system with every path written down that it is asked about. */
function recorded(fileSystem: unknown, paths: string[]): unknown {
  if (typeof fileSystem !== 'object' || fileSystem === null) return fileSystem;
  const wrap = (name: string, value: unknown): unknown => {
    if (name === 'promises') return recorded(promises, paths);
    // Classes are called with `new` or only compared.
    if (typeof value !== 'function' || /^[A-Z]/.test(name)) return value;
    const noted = (...parameters: readonly unknown[]): unknown => {
      for (const parameter of parameters) {
        if (typeof parameter === 'string' || parameter instanceof Uint8Array || parameter instanceof URL) {
          paths.push(String(parameter));
        }
      }
      return Reflect.apply(value, fileSystem, parameters);
    };
    // Functions may have members that do the same in another way, as `realpath.native` does.
    const members = Object.entries(value).map(([member, own]): [string, unknown] => [member, wrap(member, own)]);
    return Object.assign(noted, Object.fromEntries(members));
  };
  return Object.fromEntries(Object.entries(fileSystem).map(([name, value]) => [name, wrap(name, value)]));
}
