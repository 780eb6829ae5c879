import {
  EditorSuggest,
  type App,
  type Editor,
  type EditorPosition,
  type EditorSuggestContext,
  type EditorSuggestTriggerInfo,
  type TFile,
} from 'obsidian';
import type { HostSlot } from '../host-slot';
import { propertyPlace, writtenNames, type PropertyPlace } from './property-place';
import { propertySuggestions, type PropertySuggestion } from './property-suggestions';

/** Suggests our properties and their values while the properties of a lore note are written in source mode. */
export class PropertySuggest extends EditorSuggest<PropertySuggestion> {
  #place: PropertyPlace | undefined;

  constructor(
    app: App,
    private readonly slot: HostSlot,
  ) {
    super(app);
  }

  override onTrigger(cursor: EditorPosition, editor: Editor, file: TFile | null): EditorSuggestTriggerInfo | null {
    this.#place = undefined;
    if (!this.#isLore(editor, file)) return null;
    const place = propertyPlace((line) => editor.getLine(line), cursor.line, cursor.ch);
    if (place === undefined) return null;
    this.#place = place;
    return { start: { line: cursor.line, ch: place.from }, end: cursor, query: place.typed };
  }

  override getSuggestions({ editor }: EditorSuggestContext): PropertySuggestion[] {
    const engine = this.slot.host?.engine;
    if (engine === undefined || this.#place === undefined) return [];
    const written = writtenNames((line) => editor.getLine(line), editor.lastLine());
    return [...propertySuggestions(this.#place, written, engine)];
  }

  override renderSuggestion({ name, meaning }: PropertySuggestion, element: HTMLElement): void {
    element.addClass('mod-complex');
    const content = element.createDiv({ cls: 'suggestion-content' });
    content.createDiv({ cls: 'suggestion-title', text: name });
    if (meaning !== '') content.createDiv({ cls: 'suggestion-note', text: meaning });
  }

  override selectSuggestion({ text }: PropertySuggestion): void {
    const { context } = this;
    if (context === null) return;
    const { editor, start, end } = context;
    editor.replaceRange(text, start, end);
    editor.setCursor({ line: start.line, ch: start.ch + text.length });
    this.close();
  }

  /** A note that is an entry, or that is about to become one: its properties name the lore tag. */
  #isLore(editor: Editor, file: TFile | null): boolean {
    const engine = this.slot.host?.engine;
    if (engine === undefined || file === null || !editor.getLine(0).startsWith('---')) return false;
    if (engine.entryByPath(file.path) !== undefined) return true;
    const tag = engine.settings().loreTag.toLowerCase();
    for (let line = 1; line <= Math.min(editor.lastLine(), 200); line += 1) {
      const text = editor.getLine(line).toLowerCase();
      if (/^---\s*$/.test(text)) return false;
      if (text.includes(tag)) return true;
    }
    return false;
  }
}
