/** What proves a “yes” of Lorehearth: a test by its title, a golden example, or a recorded fact of SillyTavern's engine. */
export type Proof =
  { readonly file: string; readonly test: string } | { readonly golden: string } | { readonly vector: string };

/** A row of the comparison in the README. `yes`, `no`, or a few words where it is neither. */
export interface Feature {
  readonly what: string;
  readonly lorehearth: string;
  /** DeepLore Enhanced 2.0. */
  readonly deeplore: string;
  /** World Info of SillyTavern 1.19, without further extensions. */
  readonly worldInfo: string;
  /** Not empty unless Lorehearth has nothing of it. */
  readonly proofs: readonly Proof[];
}

/** Told of the others is what their source and their behavior show, not what they plan. */
export const features: readonly Feature[] = [
  {
    what: 'Nothing to install beside SillyTavern',
    lorehearth: 'no',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [],
  },
  {
    what: 'Lore is notes of an Obsidian vault',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [{ file: 'tests/three-files.dom.test.ts', test: 'choose lore with an exact count of tokens' }],
  },
  {
    what: 'Works while Obsidian is closed',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [
      {
        file: 'e2e/first-run.e2e.test.ts',
        test: 'leads from an empty vault to the first entry in a reply, and does not come back',
      },
    ],
  },
  {
    what: 'Works on a phone that reaches SillyTavern alone',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [
      {
        file: 'e2e/bridge-relay.e2e.test.ts',
        test: 'a phone gets lore and lends its models by way of SillyTavern’s server',
      },
    ],
  },
  {
    what: 'Entries are edited inside SillyTavern',
    lorehearth: 'no',
    deeplore: 'drafts only',
    worldInfo: 'yes',
    proofs: [],
  },
  {
    what: 'Regular expressions as keys',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [{ golden: 'matching/regex' }, { vector: 'regex key' }],
  },
  {
    what: 'Whole words in every alphabet',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [{ golden: 'matching/cyrillic' }, { golden: 'matching/chinese' }],
  },
  {
    what: 'Secondary keys: any, all, not any, not all',
    lorehearth: 'yes',
    deeplore: 'any',
    worldInfo: 'yes',
    proofs: [
      { golden: 'secondary/and-any' },
      { golden: 'secondary/not-any' },
      { vector: 'AND_ALL both' },
      { vector: 'AND_ALL one of two' },
      { vector: 'NOT_ALL one of two' },
    ],
  },
  {
    what: 'Sticky, cooldown, delay',
    lorehearth: 'yes',
    deeplore: 'cooldown',
    worldInfo: 'yes',
    proofs: [{ golden: 'timers/sticky' }, { golden: 'timers/cooldown' }, { golden: 'timers/delay' }],
  },
  {
    what: 'Timers stay right after a swipe, a deletion, a branch',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [
      {
        file: 'e2e/bridge-timers.e2e.test.ts',
        test: 'comes with every version of its turn, rests with every version of the next ones, and comes again',
      },
      { file: 'e2e/bridge-timers.e2e.test.ts', test: 'is awake again when the turn that used it is deleted' },
      { file: 'e2e/bridge-timers.e2e.test.ts', test: 'a branch from an earlier message' },
    ],
  },
  {
    what: 'A swipe gets the same lore, chance included',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [
      {
        file: 'src/core/pipeline/gates.test.ts',
        test: 'is the same for every swipe of a turn, and differs from turn to turn',
      },
      {
        file: 'e2e/bridge-delivery.e2e.test.ts',
        test: 'gives every version of a reply the same lore, which does not grow',
      },
    ],
  },
  {
    what: 'Inclusion groups',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [{ golden: 'gates/group' }, { vector: 'group picks second' }],
  },
  {
    what: 'What does not fit leaves room for smaller entries',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [{ golden: 'budget/smaller-still-fits' }],
  },
  {
    what: 'Every place of World Info: author’s note, examples, outlets …',
    lorehearth: 'yes',
    deeplore: 'some',
    worldInfo: 'yes',
    proofs: [
      {
        file: 'e2e/bridge-places.e2e.test.ts',
        test: 'brings lore to every place of SillyTavern, once, and takes all of it away with the next turn',
      },
    ],
  },
  {
    what: 'An item of its own in the prompt manager, to be dragged',
    lorehearth: 'no',
    deeplore: 'yes',
    worldInfo: 'two markers',
    proofs: [],
  },
  {
    what: 'An entry runs Quick Replies (automation id)',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'yes',
    proofs: [
      {
        file: 'e2e/bridge-places.e2e.test.ts',
        test: 'runs the Quick Replies with the automation id of an entry, once with every turn that has it',
      },
    ],
  },
  {
    what: 'Era, place and fields of your own decide what belongs',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [{ golden: 'gates/context' }, { golden: 'gates/known-by' }],
  },
  {
    what: 'A model chooses what is meant',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [
      { file: 'tests/ai/ai-turns.test.ts', test: 'takes what the model chooses, and a swipe asks nobody' },
      {
        file: 'tests/ai/ai-turns.test.ts',
        test: 'BR-182 is answered before the deadline, whatever the model does; the late answer serves the swipe',
      },
    ],
  },
  {
    what: 'Search by embeddings',
    lorehearth: 'no',
    deeplore: 'no',
    worldInfo: 'with Vector Storage',
    proofs: [],
  },
  {
    what: 'Why an entry came, or did not, in any kept turn',
    lorehearth: 'yes',
    deeplore: 'in part',
    worldInfo: 'no',
    proofs: [
      {
        file: 'tests/browser/why-panel.browser.test.ts',
        test: 'leads from the last turn of Home to the reason of an entry, and on to the entry itself',
      },
      {
        file: 'src/core/pipeline/why-not.test.ts',
        test: '%s: the reason is told, and the change really lets it in',
      },
    ],
  },
  {
    what: 'A chat is played again; lore has tests of its own',
    lorehearth: 'yes',
    deeplore: 'keywords of a chat',
    worldInfo: 'no',
    proofs: [
      { file: 'src/core/lab/lab.test.ts', test: 'goes turn by turn, and what a turn injects is the past of the next' },
      { file: 'tests/demo-vault.test.ts', test: 'its lore tests pass' },
    ],
  },
  {
    what: 'A model drafts entries',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [
      {
        file: 'tests/browser/librarian.browser.test.ts',
        test: 'looks, drafts and patches in twenty steps; only what is accepted is written, and all of it can be undone',
      },
    ],
  },
  {
    what: 'What it changes is shown line by line first, and can be undone',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [
      {
        file: 'src/core/edits/edits.property.test.ts',
        test: 'taken back one after the other give the note byte for byte',
      },
      { file: 'src/core/edits/edits.property.test.ts', test: 'never lose what was written at another place meanwhile' },
    ],
  },
  {
    what: 'The AI that writes looks lore up and flags gaps',
    lorehearth: 'yes',
    deeplore: 'in a loop of its own',
    worldInfo: 'no',
    proofs: [
      {
        file: 'e2e/bridge-tools.e2e.test.ts',
        test: 'give it the text of an entry that is not in the prompt, and the reader a row under the reply',
      },
      {
        file: 'e2e/bridge-tools.e2e.test.ts',
        test: 'what it flags becomes an entry by way of the Librarian, reaches the next reply, and is taken back',
      },
    ],
  },
  {
    what: 'Summaries of the story as notes; a notebook; notes of the AI',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [
      { file: 'src/core/scribe/scribe.test.ts', test: 'summaries stand at their own place, although no lore matched' },
      {
        file: 'e2e/bridge-tools.e2e.test.ts',
        test: 'are taken out, follow swipes, and go with the message (streamed: $stream)',
      },
    ],
  },
  {
    what: 'Graph of the lore',
    lorehearth: 'yes',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [{ file: 'src/core/graph/graph.test.ts', test: 'shows what is near an entry' }],
  },
  {
    what: 'Communities and missing links in the graph, export as a picture',
    lorehearth: 'no',
    deeplore: 'yes',
    worldInfo: 'no',
    proofs: [],
  },
  {
    what: 'Imports lorebooks of other programs',
    lorehearth: '12 formats',
    deeplore: 'World Info, V2 cards',
    worldInfo: 'NovelAI, AgnAI, RisuAI, cards',
    proofs: [
      { file: 'src/core/formats/formats.test.ts', test: 'finds the format of $file.name' },
      {
        file: 'src/core/imports/import-properties.test.ts',
        test: 'a file imported twice changes nothing, and undoing gives back the same bytes',
      },
    ],
  },
  {
    what: 'Lorebooks of SillyTavern mirrored into notes, and back',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [
      {
        file: 'e2e/bridge-watch.e2e.test.ts',
        test: 'a chosen lorebook becomes notes, and each of its entries reaches the model once',
      },
      {
        file: 'e2e/bridge-watch.e2e.test.ts',
        test: 'a change of a note reaches SillyTavern’s book where that is wanted, and nothing else in it changes',
      },
    ],
  },
  {
    what: 'The character’s own lorebook is read as it is',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'once imported',
    proofs: [
      {
        file: 'e2e/bridge-card-book.e2e.test.ts',
        test: 'reaches the model through Lorehearth, BR-143 once where the vault has the entry too, and the chip names the card',
      },
    ],
  },
  {
    what: 'Everything over a documented REST interface',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'no',
    proofs: [{ file: 'src/server/contract-walk.test.ts', test: '%s is described in the OpenAPI document' }],
  },
  {
    what: 'Keys of providers are kept out of plain settings',
    lorehearth: 'yes',
    deeplore: 'no',
    worldInfo: 'needs none',
    proofs: [
      {
        file: 'src/adapters/obsidian/secret-storage.dom.test.ts',
        test: 'keeps a secret in the app’s keychain under the plugin’s name',
      },
    ],
  },
];
