/** What the page shows of lorebooks. */
export interface BookEditor {
  /** The book that is open in SillyTavern's editor. */
  readonly openBook: () => string | undefined;
  /** The user is writing in the editor: what is shown there may not be drawn anew now. */
  readonly isInUse: () => boolean;
  /** The books that are on in every chat. */
  readonly globalBooks: () => ReadonlySet<string>;
  /** Switches a book off that is on in every chat. */
  readonly switchOff: (book: string) => void;
  /** Calls back whenever the list of books has changed, which SillyTavern does not announce; gives what ends that. */
  readonly onList: (listener: () => void) => () => void;
}

const editorChoice = '#world_editor_select';
const globalChoice = '#world_info';
const editedEntries = '#world_popup_entries_list';

/** The page's own lists and editor. Whatever of them is missing is taken for empty. */
export const pageEditor: BookEditor = {
  openBook: () => chosen(editorChoice)[0]?.text,
  isInUse: () => {
    const { activeElement } = document;
    return activeElement !== null && activeElement.closest(editedEntries) !== null;
  },
  globalBooks: () => new Set(chosen(globalChoice).map(({ text }) => text)),
  switchOff: (book) => {
    for (const option of chosen(globalChoice)) if (option.text === book) option.selected = false;
    document.querySelector(globalChoice)?.dispatchEvent(new Event('change', { bubbles: true }));
  },
  onList: (listener) => {
    const list = document.querySelector(editorChoice);
    const observer = new MutationObserver(listener);
    if (list !== null) observer.observe(list, { childList: true });
    return () => observer.disconnect();
  },
};

/** The chosen books of a list; its first line is none. */
function chosen(selector: string): readonly HTMLOptionElement[] {
  const list = document.querySelector<HTMLSelectElement>(selector);
  return [...(list?.selectedOptions ?? [])].filter(({ value }) => value !== '');
}
