import { element } from './element';

/** What the editor works with. */
export interface NotebookEditorParts {
  readonly text: string;
  /** Where the text stands in the prompt, in words. */
  readonly place: string;
  /** Keeps the text; rejects with what is in the way. */
  readonly save: (text: string) => Promise<unknown>;
}

/** So long nothing is typed before the text is kept, in milliseconds. */
const restMs = 500;

/** The notebook of a chat, written in place: what is typed is kept by itself, also when the window is closed at once. */
export function notebookEditor({ text, place, save }: NotebookEditorParts): HTMLElement {
  const box = element('textarea', {
    class: 'text_pole lorehearth-notebook',
    attributes: { rows: '12', 'aria-label': 'Notebook', placeholder: 'A text that every reply in this chat gets.' },
  });
  box.value = text;
  const state = element('div', { class: 'lorehearth-hint', text: `Stands ${place}.`, attributes: { role: 'status' } });
  const tell = (sentence: string): void => {
    state.textContent = sentence;
  };
  let saved = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = async (): Promise<void> => {
    clearTimeout(timer);
    const typed = box.value;
    if (typed === saved) return;
    tell('Saving …');
    try {
      await save(typed);
      saved = typed;
      tell(box.value === typed ? `Saved. Stands ${place}.` : 'Saving …');
    } catch (error) {
      tell(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), restMs);
  });
  box.addEventListener('change', () => void keep());
  return element('div', {
    class: 'lorehearth-details lorehearth-notebook-editor',
    children: [element('h3', { text: 'Notebook of this chat' }), box, state],
  });
}
