import type { JsonSchema } from '../../ai/language-model';
import type { Proposal } from '../../edits/proposal';
import type { ArgumentSchema } from '../arguments/argument-schema';
import type { LibrarianPorts } from '../ports';
import type { LibrarianTask } from '../session/session';

/** What the tools work with: the vault, and whose conversation it is. */
export interface ToolDesk extends Pick<LibrarianPorts, 'lore' | 'gaps' | 'chats' | 'turns' | 'proposals'> {
  /** The conversation. */
  readonly session: string;
  readonly task: LibrarianTask;
  /** The chat that it may look at. */
  readonly chat: string | undefined;
  /** The tag that makes a note an entry, without `#`. */
  readonly loreTag: string;
  /** Where new notes go when nothing else is said; empty for where most entries are. */
  readonly newFolder: string;
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For the model. Texts that nobody of us wrote stand in fences. */
  readonly text: string;
  /** For the user, in one line. */
  readonly summary: string;
  /** The tool says no: the text says why, and what can be done instead. */
  readonly isRefused?: boolean;
  readonly proposal?: Proposal;
}

/** Something that the Librarian can do. */
export interface LibrarianTool {
  readonly name: string;
  /** For people: what it does, as a row shows it. */
  readonly label: string;
  /** For the model. */
  readonly description: string;
  readonly input: JsonSchema;
  /** It makes a proposal: a call that was cut off must not make half of one. */
  readonly proposes: boolean;
  /** Reads the arguments and does it. Rejects for our own mistakes alone. */
  readonly call: (sent: unknown, desk: ToolDesk) => Promise<ToolAnswer>;
}

interface ToolParts<Arguments> extends Pick<LibrarianTool, 'name' | 'label' | 'description'> {
  readonly proposes?: boolean;
  readonly takes: ArgumentSchema<Arguments>;
  readonly run: (given: Arguments, desk: ToolDesk) => ToolAnswer | Promise<ToolAnswer>;
}

/** Makes a tool whose arguments are read before it runs. */
export function librarianTool<Arguments>(parts: ToolParts<Arguments>): LibrarianTool {
  const { name, label, description, takes, run, proposes = false } = parts;
  return {
    ...{ name, label, description, proposes },
    input: takes.json,
    call: async (sent, desk) => {
      const given = takes.read(sent);
      return given.kind === 'refused' ? refused(given.sentence) : run(given.value, desk);
    },
  };
}

/** The answer of a tool that says no. */
export function refused(sentence: string, summary = sentence): ToolAnswer {
  return { text: sentence, summary, isRefused: true };
}
