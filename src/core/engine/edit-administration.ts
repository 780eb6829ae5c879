import { entryId } from '../base/entry-id';
import { splitMounted } from '../base/mounted-path';
import type { Change } from '../edits/change-log';
import type { EditOrigin } from '../edits/edit-origin';
import { EditRules } from '../edits/edit-rules';
import { linkTo } from '../edits/link-to';
import type { Patch } from '../edits/patch';
import type { Proposal } from '../edits/proposal';
import type { Acceptance } from '../edits/decide-proposal';
import { VaultEdits, type Proposing, type Redone, type Undone } from '../edits/vault-edits';
import type { ProposalView } from '../edits/view-proposal';
import { reviewFolderOf } from '../growth/review/review-report';
import type { Settings } from '../settings/settings-table';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import type { VaultLore } from './vault-lore';

/** What changes to notes need of the engine. */
export interface EditAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly vaultId: () => string;
  /** Why nothing is written to a path: its vault is only read. */
  readonly readOnly: (path: string) => string | undefined;
}

/** Which changes are taken back together. */
export interface UndoScope {
  readonly session?: string | undefined;
  readonly chat?: string | undefined;
  /** A turn of the chat. */
  readonly turn?: number | undefined;
}

/** Changes to notes on somebody's behalf: everything that writes into the vault besides imports goes through here. */
export class EditAdministration {
  readonly #edits: VaultEdits;

  constructor(private readonly parts: EditAdministrationParts) {
    this.#edits = new VaultEdits({
      ...parts.ports,
      rules: () => this.#rules(),
      pathToday: (path) => this.#pathToday(path),
      daysKept: () => parts.settings().changeDays,
    });
  }

  /** Proposes a change; where the settings let the tool write and it does not have to ask, it is made at once. */
  async propose(patch: Patch, origin: EditOrigin, asks = false): Promise<Proposing> {
    return this.#told(await this.#edits.propose(patch, origin, asks));
  }

  /** Makes a proposed change as it is; undefined for one that is not known. */
  accept(id: string): Promise<Proposing | undefined> {
    return this.editAndAccept(id, {});
  }

  /** Makes a proposed change as the user edited it; undefined for one that is not known. */
  async editAndAccept(id: string, acceptance: Acceptance): Promise<Proposing | undefined> {
    const result = await this.#edits.accept(id, acceptance);
    return result && this.#told(result);
  }

  /** Makes several changes, one after the other; what is not known is left out. */
  async acceptAll(ids: readonly string[]): Promise<readonly (readonly [id: string, result: Proposing])[]> {
    const results: (readonly [string, Proposing])[] = [];
    for (const id of ids) {
      const result = await this.#edits.accept(id);
      if (result) results.push([id, result]);
    }
    await this.#tell(results.some(([, result]) => isMade(result)));
    return results;
  }

  /** Turns a proposal down; undefined for one that is not known. */
  async reject(id: string): Promise<Proposing | undefined> {
    const result = await this.#edits.reject(id);
    return result && this.#told(result);
  }

  /** All proposals, newest first. */
  list(): Promise<readonly Proposal[]> {
    return this.#edits.proposals();
  }

  /** A proposal beside the note as it is now; undefined for one that is not known. */
  proposal(id: string): Promise<ProposalView | undefined> {
    return this.#edits.view(id);
  }

  /** Changes that were made, newest first. */
  changes(): Promise<readonly Change[]> {
    return this.#edits.changes();
  }

  /** Takes one change back, also after a restart; undefined for one that is not known or too old. */
  async undo(id: string): Promise<Undone | undefined> {
    const undone = await this.#edits.undo(id);
    if (undone) await this.#undone(undone);
    return undone;
  }

  /** Takes back all changes of a session, of a chat or of one of its turns, the last one first. */
  async undoAll({ session, chat, turn }: UndoScope): Promise<Undone> {
    const undone = await this.#edits.undoAll(
      ({ origin }) =>
        (session === undefined || origin.session === session) &&
        (chat === undefined || origin.chat === chat) &&
        (turn === undefined || origin.turn === turn),
    );
    await this.#undone(undone);
    return undone;
  }

  /** Does a change again that was taken back; undefined for one that is not known or too old. */
  async redo(id: string): Promise<Redone | undefined> {
    const redone = await this.#edits.redo(id);
    if (redone?.kind === 'done') await this.#tell(true);
    return redone;
  }

  /** A wikilink to a note that means no other one. */
  linkTo(path: string): string {
    const { vault, inner } = splitMounted(path);
    const inVault = [...this.parts.lore.index.notes.keys()].map(splitMounted).filter((one) => one.vault === vault);
    return linkTo(
      inner,
      inVault.map((one) => one.inner),
    );
  }

  async #told(result: Proposing): Promise<Proposing> {
    await this.#tell(isMade(result));
    return result;
  }

  async #tell(isMadeNow: boolean): Promise<void> {
    if (isMadeNow) await this.parts.lore.catchUp();
    this.parts.events.emit({ kind: 'proposals-changed' });
    if (isMadeNow) this.parts.events.emit({ kind: 'changes-changed' });
  }

  async #undone({ undone }: Undone): Promise<void> {
    if (undone.length === 0) return;
    await this.parts.lore.catchUp();
    this.parts.events.emit({ kind: 'changes-changed' });
  }

  /** Resolves when what was begun is done. */
  settled(): Promise<void> {
    return this.#edits.settled();
  }

  #rules(): EditRules {
    const { lore, settings } = this.parts;
    const lorePaths = [...lore.index.notes.entries()].flatMap(([path, { reading }]) =>
      reading.kind === 'skipped' ? [] : [path],
    );
    const now = settings();
    const editFolders = [...now.editFolders, reviewFolderOf(now)];
    return new EditRules({ ...now, editFolders, lorePaths, readOnly: this.parts.readOnly });
  }

  #pathToday(path: string): string {
    const { lore, vaultId } = this.parts;
    return lore.entry(entryId(vaultId(), path))?.path ?? path;
  }
}

function isMade(result: Proposing): boolean {
  return result.kind === 'proposal' && result.proposal.status === 'accepted';
}
