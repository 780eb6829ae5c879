import { bookFields, bookSettingNames } from './book';
import { decoratorTable } from './decorator-table';
import { entryFields, fieldNames, writtenName } from './entry-fields';
import { problemKinds, type ProblemCode } from './entry-problem';
import { writtenPropertyName } from './property-name';
import { renderTable } from './render-table';

const INTRO = `# Entry format

A note is a lore entry if it has the tag \`lorebook\`, in its properties or in its text. This page lists what an entry can
say. It is made from the tables that the parser reads by, so it is complete.

## A note

\`\`\`md
---
tags: [lorebook, lorebook/place]
keys: [Old Mill, '/mill(er|stone)s?/i']
priority: 40
requires: '[[The River]]'
---

# The Old Mill

It grinds at night, and [[Mira]] will not say for whom. %% for the drowned %%
\`\`\`

- **Tags.** Letter case and \`#\` do not count; \`tags\` and \`tag\` may hold a list or a text with commas or spaces. A nested
  tag (\`lorebook/place\`) makes an entry too and gives its type. \`lorebook-always\`, \`lorebook-bootstrap\`,
  \`lorebook-seed\` and \`lorebook-guide\` say the same as the properties below; \`lorebook-never\` keeps an entry listed but
  never injects it; \`lorebook-session\` marks summaries, which are no entries unless they are tagged \`lorebook\` too. The
  names of the tags are settings.
- **Title.** The property \`title\`, else the first level-1 heading outside code, else the file name. An entry is known by
  its path, so two may have one title.
- **Text.** What is injected is the note without its properties, decorators, title heading, comments (\`%%…%%\`,
  \`<!--…-->\`), regions between \`%%lorehearth-exclude%%\` and \`%%/lorehearth-exclude%%\`, embeds, block ids, and
  \`dataview\`, \`dataviewjs\` and \`lore-test\` blocks. Links become the words that they show. Our own tags are left out
  where they stand among tags alone, on a line or at the end; your tags stay. Everything else stays as it is. With the
  setting “Write out embeds” an embed of a whole entry (\`![[Bell]]\`) becomes that entry’s text, once, and without the
  embeds of its own; what may not be seen in the turn stays out.
- **Faults.** A note with our tag whose properties cannot be read is kept out and listed, never dropped in silence.
  Everything else that is wrong is listed too, and the rest of the note works.
`;

const PROPERTIES = `## Properties

Letter case, \`-\`, \`_\` and spaces in names do not count: \`scanDepth\`, \`scan_depth\` and \`Scan Depth\` are one. One value
may stand where a list is expected. In lists of words a text splits at its commas, but not inside a \`/pattern/\`. Lists
of entries take names and \`[[links]]\`, with quotes or without. \`yes\`, \`no\`, \`on\` and \`off\` are booleans. A property
without a value is as good as absent. Properties that are not listed here are kept and have no effect, unless a field of
yours is named so.
`;

const DECORATORS = `## Decorators

Lines that begin with \`@@\` at the very beginning of the text (the title heading may stand above) are decorators, up to
the first line that does not: \`@@depth 2\`. They are stronger than properties of the same meaning and are never injected.
Of two that say the same the first counts. A line with \`@@@\` stands in for the one above it if that is unknown, has a bad
value or is not executed here. Depths: \`position\` is stronger than \`depth\`, and \`depth\` than \`reverse_depth\`.
A text that must begin with \`@@\` can begin with an empty comment, \`{{//}}\`, in front of it.
`;

const BOOKS = `## Books

A folder, or the whole vault, can have settings of its own: it is a book then. The note \`Lorehearth/Books.md\` (its path
is a setting) says them, in a \`yaml\` block or in its properties:

\`\`\`\`md
\`\`\`yaml
books:
  Places:
    scan_depth: 8
    token_budget: 4000
  Places/Drowned City:
    recursion: true
  Cards/Imported: { decorators: risu }
  /: { whole_words: false }
\`\`\`
\`\`\`\`

\`/\` is the vault. A note belongs to the book of the nearest folder around it; what that does not say, the next folder
out says, then the settings. Properties and decorators of the note itself are stronger, but \`enabled: false\` of a book
keeps its notes out. A chat to which folders are attached draws on these alone; the vault’s name attaches all. Of the
token budgets in what a chat draws on the highest counts: those of the attached folders, of books inside them, and, where
an attached folder has none, that of the settings. When the note cannot be read, the books of before are used and the
health report says why.

Decorators: \`ours\` is what stands above. \`ccv3\` and \`risu\` take the bigger \`@@priority\` and \`@@order\` for the
stronger and the earlier one; \`risu\` counts all messages and one more in \`@@activate_only_after\` and
\`@@activate_only_every\`; \`off\` leaves the lines in the text.
`;

const PROBLEMS = `## Problems

An error keeps the note or a property out, a warning changes less than was meant, an info is worth knowing.
`;

/** The page of the documentation on entries, made from the tables of properties, decorators and problems. */
export function renderEntryFormat(): string {
  return [
    INTRO,
    PROPERTIES,
    propertyTable(),
    DECORATORS,
    decoratorRows(),
    BOOKS,
    bookRows(),
    PROBLEMS,
    problemTable(),
  ].join('\n');
}

function propertyTable(): string {
  const rows = fieldNames().map((name) => {
    const { kind, aliases, fallback, meaning } = entryFields[name];
    const names = [writtenName(name), ...aliases].map((one) => `\`${one}\``).join(', ');
    return [names, kind.form, fallback, meaning];
  });
  return renderTable(['property', 'value', 'default', 'meaning'], rows);
}

function decoratorRows(): string {
  const rows = [...decoratorTable].map(([name, { form, meaning, isExecuted }]) => {
    const note = isExecuted ? '' : ' Kept, not executed.';
    return [`\`@@${name}\``, form, meaning + note];
  });
  return renderTable(['decorator', 'value', 'meaning'], rows);
}

function bookRows(): string {
  const rows = bookSettingNames().map((name) => {
    const { kind, meaning } = bookFields[name];
    return [`\`${writtenPropertyName(name)}\``, kind.form, meaning];
  });
  return renderTable(['setting', 'value', 'meaning'], rows);
}

function problemTable(): string {
  const codes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds);
  const rows = codes.map((code) => {
    const { severity, sentence } = problemKinds[code];
    return [`\`${code}\``, severity, sentence('…', '…')];
  });
  return renderTable(['code', 'severity', 'message'], rows);
}
