import { mountFolder, splitMounted } from '../base/mounted-path';
import { folderParts } from '../imports/vault-paths';
import { foldFileName } from '../formats/note-file-name';
import { isForeign, type EditTool } from './edit-origin';

/** What a tool may do in a folder. `propose`: the user decides about each change. */
type EditMode = 'read' | 'propose' | 'write';

/** The settings and the state of the vault on which rules depend. */
interface RuleParts {
  /** Lines `Folder: mode`. */
  readonly folderModes: readonly string[];
  /** Lines `tool: mode`. */
  readonly toolModes: readonly string[];
  /** Folders in which tools may make and change notes besides those that hold lore. */
  readonly editFolders: readonly string[];
  readonly importFolder: string;
  readonly scribeFolder: string;
  readonly templateFolder: string;
  /** Paths of the notes that are lore. */
  readonly lorePaths: Iterable<string>;
  /** Why nothing at all is written to a path; nothing is said against any when left out. */
  readonly readOnly?: (path: string) => string | undefined;
}

const STRICTNESS: readonly EditMode[] = ['read', 'propose', 'write'];

const OUTSIDE = 'Tools may only change notes in folders with lore. Further folders can be named in the settings.';
const TEMPLATE = 'Notes in the template folder are no lore, and tools leave them alone.';

/** Says where tools may write, and whether they have to ask. */
export class EditRules {
  readonly #folders: ReadonlySet<string>;
  readonly #folderModes: ReadonlyMap<string, EditMode>;
  readonly #toolModes: ReadonlyMap<string, EditMode>;
  readonly #template: string;
  readonly #readOnly: (path: string) => string | undefined;

  constructor(parts: RuleParts) {
    this.#folderModes = modes(parts.folderModes, folded);
    this.#toolModes = modes(parts.toolModes, (tool) => tool);
    this.#template = folded(parts.templateFolder);
    this.#readOnly = parts.readOnly ?? (() => undefined);
    const named = [...parts.editFolders, parts.importFolder, parts.scribeFolder]
      .map(folded)
      .filter((folder) => folder !== '');
    this.#folders = new Set([...named, ...Array.from(parts.lorePaths, (path) => folded(parentOf(path)))]);
  }

  /** The stricter of what folder and tool allow; `propose` where nothing is said. Rules for folders bind AI tools alone. */
  mode(tool: EditTool, path: string): EditMode {
    if (!isForeign(tool)) return 'propose';
    const ofFolder = above(folded(parentOf(path))).map((folder) => this.#folderModes.get(folder));
    const said = [ofFolder.find((mode) => mode !== undefined), this.#toolModes.get(tool)];
    return STRICTNESS.find((mode) => said.includes(mode)) ?? 'propose';
  }

  /** Why a tool must not touch the note of a path, whatever the user says to it; undefined when it may ask. */
  refusal(tool: EditTool, path: string): string | undefined {
    const readOnly = this.#readOnly(path);
    if (readOnly !== undefined) return readOnly;
    const folders = above(folded(parentOf(path)));
    if (this.#template !== '' && folders.includes(this.#template)) return TEMPLATE;
    const isLore = folders.some((folder, depth) => this.#folders.has(folder) && (folder !== '' || depth === 0));
    if (!isLore) return OUTSIDE;
    if (this.mode(tool, path) !== 'read') return undefined;
    return `The settings let AI tools only read in the folder "${parentOf(path)}", or let this tool only read.`;
  }
}

/** A folder and those above it, the deepest first; '' is the root. */
function above(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return Array.from({ length: parts.length + 1 }, (_, up) => parts.slice(0, parts.length - up).join('/'));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function folded(folder: string): string {
  const { vault, inner } = splitMounted(`${folder}/`);
  const parts = folderParts(inner) ?? [];
  return foldFileName([...(vault === '' ? [] : [mountFolder(vault)]), ...parts].join('/'));
}

function modes(lines: readonly string[], key: (name: string) => string): ReadonlyMap<string, EditMode> {
  return new Map(
    lines.flatMap((line) => {
      const at = line.lastIndexOf(':');
      const mode = STRICTNESS.find(
        (one) =>
          one ===
          line
            .slice(at + 1)
            .trim()
            .toLowerCase(),
      );
      return at < 0 || !mode ? [] : [[key(line.slice(0, at).trim()), mode] as const];
    }),
  );
}
