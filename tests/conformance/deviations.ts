/** A difference from SillyTavern's World Info engine that is meant. */
export interface Deviation {
  /** The heading on the page of decisions. */
  readonly name: string;
  /** What SillyTavern does, what we do, and why that is better: one sentence or two each. */
  readonly tavern: string;
  readonly own: string;
  readonly why: string;
  /** The vectors that show it, and what we make of each of their steps (`outcomeLine`). */
  readonly results: Readonly<Record<string, readonly string[]>>;
}

/** Differences that are better for writers. */
export const deviations: readonly Deviation[] = [
  {
    name: 'Unicode words',
    tavern:
      'With whole words, a word ends at whatever is no ASCII letter, digit or underscore: every accented, Cyrillic or Han letter is an end. A key with a blank inside is looked for as a mere piece of text, and only with that very white space. A key that begins or ends with a symbol wants an ASCII sign beside it. Text and key are lower-cased and else compared as they are.',
    own: 'Word ends are those of Unicode, for keys of several words too, and any white space parts these. An edge of a key that is no letter or digit asks for no boundary; scripts without spaces ask for none; underscores and other marks of emphasis are boundaries. Text and key are compared after Unicode normalization and case folding, with one apostrophe, one dash and without invisible characters.',
    why: '`caf` in `café`, `кот` in `который` and `red cat` in `fired cats` are false alarms; `_cat_`, `cat’s` and `CAT` in full width are what the writer meant.',
    results: {
      'whole word, multi-word key needs same whitespace': ['T.0 · before_char: a'],
      'whole word, accented letter counts as boundary': ['nothing'],
      'whole word, Cyrillic key inside longer Cyrillic word': ['nothing'],
      'whole word: an underscore is part of a word': ['T.0 · before_char: a'],
      'whole word: a key of two words matches inside words': ['nothing'],
      'whole word: a Han letter between Latin ones': ['T.0 · before_char: a'],
      'whole word: a key that begins with a symbol, glued to a letter': ['T.0 · before_char: a'],
      'whole word: a key that ends with a symbol, glued to a letter': ['T.0 · before_char: a'],
      'two blanks in the text': ['T.0 · before_char: a'],
      'a curly apostrophe in the text': ['T.0 · before_char: a'],
      'a long dash in the text': ['T.0 · before_char: a'],
      'a decomposed accent in the text': ['T.0 · before_char: a'],
      'full-width letters in the text': ['T.0 · before_char: a'],
      'ß and SS': ['T.0 · before_char: a'],
      'a zero-width space in the text': ['T.0 · before_char: a'],
    },
  },
  {
    name: 'Blank keys never match',
    tavern:
      'A key of blanks is trimmed to nothing, and nothing is contained in every text: it always matches. An empty key never does, so that an empty secondary key with AND ANY silences the entry.',
    own: 'Keys of blanks, empty or not, primary or secondary, are left out as if they were not there.',
    why: 'A blank key is a slip of the editor or of a converter. It should neither wake an entry on every turn nor keep it out for good.',
    results: {
      'whitespace-only key': ['nothing'],
      'an empty secondary key with AND ANY': ['T.0 · before_char: a'],
      'a secondary key of spaces with NOT ANY': ['T.0 · before_char: a'],
    },
  },
  {
    name: 'Smaller entries are tried after an overflow',
    tavern: 'After the first text that does not fit, only entries that ignore the budget are taken.',
    own: 'An entry that does not fit is refused with the tokens it needs and those left; the smaller ones behind it are still tried.',
    why: 'One long entry should not cost all short ones behind it.',
    results: { 'budget: after one overflow nothing smaller fits': ['T.1 · before_char: tiny'] },
  },
  {
    name: 'Constants first',
    tavern:
      'Constant entries have no rank in the budget: only order, scope and sticky decide, whatever the manual says.',
    own: 'Entries that need no key are considered before those that do.',
    why: 'What a writer marked as always there is there. Its absence because of another entry’s order was reported as a fault again and again.',
    results: { 'budget: order decides, constant gets no priority': ['T.0 · before_char: word ×40'] },
  },
  {
    name: 'An entry of several groups blocks each of them',
    tavern:
      'An active entry blocks later members only if its whole group text is the group’s name; `g, h` blocks neither g nor h.',
    own: 'A member of several groups that was selected stands for each of them.',
    why: 'Of one group one entry is used: that is what a group is for.',
    results: { 'later sweep NOT blocked when the active entry has two groups': ['T.0 · before_char: b1'] },
  },
  {
    name: 'No entry is removed for another',
    tavern:
      'An entry that loses in two groups is removed twice, and the second removal takes the last candidate of the sweep, whatever that is.',
    own: 'An entry that loses is out once; nothing else is touched.',
    why: 'The other entry has nothing to do with it.',
    results: {
      'an entry in two groups removes the last candidate of the sweep': ['T.1 T.2 T.3 · before_char: last / b / c'],
    },
  },
  {
    name: 'Sticky as documented',
    tavern:
      'Sticky n ends one message before the manual says: with a message a turn it holds for n − 1 further turns, and the turn that was to be the last is the first of the cooldown. In a group, a sticky entry whose cooldown has begun leaves.',
    own: 'Sticky n holds for n messages behind the one that woke the entry; a cooldown begins with the first turn after that. What is held over stays through its cooldown in a group too.',
    why: 'The manual’s own example plays out as it is printed: delay 2, sticky 3, cooldown 2 wakes with the second message, holds for three and rests for two.',
    results: {
      'sticky 3, cooldown 2, delay 2 (manual example)': [
        'nothing',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'nothing',
        'nothing',
        'T.0 · before_char: x',
      ],
      'sticky 4 with two messages a turn': [
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'nothing',
      ],
      'a new hit does not extend sticky': [
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'nothing',
      ],
      'a sticky member that also rests leaves its group': [
        'T.0 · before_char: x',
        'T.0 · before_char: x',
        'T.0 · before_char: x',
      ],
    },
  },
  {
    name: 'Timers by message identity',
    tavern:
      'Timers are two lengths of the chat, kept once per chat. A later start overwrites an earlier one, so that deleting messages, hiding them or branching leaves timers that never were, or none.',
    own: 'Each reply carries what was injected for it; timers are read from the replies that are there.',
    why: 'A swipe, a deletion, a branch and an import of the chat need no repair, and the same turn always gets the same lore.',
    results: {
      'messages deleted between two starts of a cooldown': ['T.0 · before_char: x', 'T.0 · before_char: x', 'nothing'],
    },
  },
  {
    name: 'Editing an entry keeps its timers',
    tavern: 'A timer belongs to a hash of the entry; any edit, a comma in its text, silently ends it.',
    own: 'A timer belongs to the note.',
    why: 'Lore is edited while one plays. A corrected word is no reason for an entry to vanish, or to come back too early.',
    results: {
      'editing the entry: effect left under a changed hash': [
        'T.0 · before_char: x',
        'T.0 · before_char: x edited',
        'nothing',
      ],
      'editing an entry ends its cooldown': ['T.0 · before_char: x', 'nothing'],
    },
  },
  {
    name: 'Previews apply timers',
    tavern: 'A dry run ignores sticky and cooldown.',
    own: 'A preview reads the same records as the turn it previews, and writes none.',
    why: 'A preview that shows something else than what will be sent is worse than none.',
    results: {
      'dry run ignores sticky and cooldown': ['T.0 · before_char: x', 'T.0 · before_char: x', 'T.0 · before_char: x'],
    },
  },
  {
    name: 'Missing fields have SillyTavern’s own defaults',
    tavern:
      'Its engine takes entries as they are: without `selective` secondary keys are dead, without `position` the text is printed nowhere, without `useProbability` the chance is not rolled. Only its editor fills fields in, when someone opens the book there.',
    own: 'The import fills in what SillyTavern’s editor fills in for a new entry.',
    why: 'A book from another tool behaves the same before and after someone has looked at it.',
    results: {
      'raw entry without selective ignores secondary': ['nothing'],
      'raw entry without position is activated but placed nowhere': ['T.0 · before_char: a'],
      'raw entry at depth without a depth': ['T.0 · in_chat 4 system: a'],
      'raw entry with probability but without useProbability': ['nothing'],
      'raw entry with useProbability but without probability': ['T.0 · before_char: a'],
    },
  },
  {
    name: 'Decorators are read exactly',
    tavern:
      'Two decorators are known, `@@activate` and `@@dont_activate`. They are recognized by how a line begins and obeyed only if nothing follows, so that a carriage return or a blank makes them inert, and a longer name swallows its fallback. All others are cut off without effect.',
    own: 'Names are exact, line ends and blanks around them do not count, and every decorator that is known here is obeyed; an unknown one gives way to its fallback.',
    why: 'Books written on Windows work, and a line that the writer put there does what it says.',
    results: {
      'a blank behind @@activate makes it inert': ['T.0 · before_char: body'],
      'a carriage return behind @@activate makes it inert': ['T.0 · before_char: body'],
      'a name that begins with @@activate does nothing': ['nothing'],
      'a name that begins with @@activate skips its fallback': ['T.0 · before_char: body'],
      'a blank line before decorators makes them text': ['T.0 · before_char: body'],
    },
  },
  {
    name: 'Decorators alone emit nothing',
    tavern: 'A text that is nothing but decorators is not cut: `@@activate` is sent to the model.',
    own: 'Such an entry is selected, and there is nothing to print.',
    why: 'A decorator is an instruction to the engine.',
    results: { 'decorator-only content keeps its text': ['T.0'] },
  },
  {
    name: 'Scan depth 0 does not blind recursion',
    tavern: 'With a scan depth of 0 an entry sees nothing, not even the texts of other entries.',
    own: 'A scan depth of 0 searches no message and no text of the card; with recursion on, selected entries still wake others. An entry with a depth of 0 of its own is never found by keys, as there.',
    why: 'No messages and no recursion are two settings. Who wants both off can say so.',
    results: { 'depth 0 hears no recursion': ['T.0 T.1 · before_char: rose / a'] },
  },
  {
    name: 'Chances before groups',
    tavern: 'A group chooses its member first; if the chosen one’s chance fails, the group is empty in that sweep.',
    own: 'Chances are rolled first, and the group chooses among those that passed.',
    why: 'A chance says how often an entry may be used, not how often its group stays silent.',
    results: { 'a group is chosen before chances are rolled': ['T.1'] },
  },
  {
    name: 'One budget over the whole selection',
    tavern:
      'Each sweep has its own look at the budget. Texts that may not recurse are forgotten in the next sweep, so that the total can exceed the budget; an overflow ends recursion and the search for a minimum of entries.',
    own: 'All sweeps select first; then one budget is spent on the whole selection, the most important entry first.',
    why: 'The budget is a limit, and what stands deep in a chain can be more important than what began it.',
    results: {
      'budget: preventRecursion text is forgotten in later loops': ['T.0 T.1 · before_char: rose / word ×45'],
      'budget: overflow ends recursion': ['T.1 T.2 · before_char: tulip / r'],
      'budget: overflow ends min activations': ['T.1 · before_char: r'],
    },
  },
  {
    name: 'Disabled entries open no recursion level',
    tavern:
      'The delay levels are collected from all entries, disabled ones too; an empty level still makes a sweep, which lets others in.',
    own: 'An entry that is switched off has no level.',
    why: 'Switching an entry off should not be felt elsewhere.',
    results: { 'disabled entry still registers its delay level': ['nothing'] },
  },
  {
    name: 'Patterns match within one message',
    tavern:
      'A regular expression runs over all messages as one text, newest first; `[\\s\\S]*` reaches from one message into an older one.',
    own: 'Keys never match across two messages, patterns neither. `\\x01Name:` still finds the beginning of a message.',
    why: 'A pattern is cached for each message and cannot find an order of events that is not there.',
    results: { 'a pattern can match across two messages': ['nothing'] },
  },
  {
    name: 'Of equal orders the newest hit is more important',
    tavern: 'Where the budget ends between entries of one order, the one that stands first in the book is taken.',
    own: 'It is the one whose key stands in the newer message.',
    why: 'The place in a file says nothing; what was just spoken of does. Books whose entries all have order 100 are the rule.',
    results: {
      'budget: of equal orders the first in the book is taken, however old its hit': ['T.1 · before_char: word ×31'],
    },
  },
  {
    name: 'An outlet without a name is not lost',
    tavern:
      'An entry for an outlet that names none is activated and printed nowhere, with a line in the browser’s console.',
    own: 'It is printed at the usual place; import and health check say so.',
    why: 'Lore that vanishes without a word is the worst outcome.',
    results: { 'outlets keep descending order': ['T.0 T.1 T.2 · after: no name · outlet o: three hundred / ten'] },
  },
];

/** What a vault cannot do, because it is no part of lore but of the program around it. */
export const outOfReach: readonly Deviation[] = [
  {
    name: 'Activation by an event',
    tavern:
      'Another extension may hand over entries by an event; for one scan they need no key, and the text handed over is printed instead of the book’s.',
    own: 'The nearest thing is a pin, which is played here: the entry of that name is selected while it is pinned, with its own text. A pin is the writer’s word and stronger than `@@dont_activate`, filters and groups.',
    why: 'No other extension’s objects reach the vault, and a text that is in no note cannot come from it.',
    results: {
      'forced activation': ['T.0 · before_char: orig', 'nothing'],
      'forced activation does not beat @@dont_activate': ['T.0 · before_char: orig'],
    },
  },
  {
    name: 'Ranks of books in a group’s override',
    tavern:
      'Books of the chat, the persona, the character and global ones are considered in turn; among members that override, only the order counts, whatever book they are from.',
    own: 'Folders have no rank. The import writes the rank of a book into the priority of its entries, so that budget and draws follow it; the override follows the priority too.',
    why: 'A note has one priority. Two members that both override a group across two books of different rank are rare.',
    results: { 'override compares orders across books': ['C.0'] },
  },
];
