import { FuzzySuggestModal, SuggestModal, type App } from 'obsidian';

/** Lets the user choose one of a list. */
export class ChoiceModal<Item> extends FuzzySuggestModal<Item> {
  constructor(
    app: App,
    private readonly items: readonly Item[],
    private readonly textOf: (item: Item) => string,
    private readonly choose: (item: Item) => void,
    placeholder: string,
  ) {
    super(app);
    this.setPlaceholder(placeholder);
  }

  override getItems(): Item[] {
    return [...this.items];
  }

  override getItemText(item: Item): string {
    return this.textOf(item);
  }

  override onChooseItem(item: Item): void {
    this.choose(item);
  }
}

/** Lets the user choose one of the suggested words, or write another. Nothing written takes the value away. */
export class WordModal extends SuggestModal<string> {
  constructor(
    app: App,
    private readonly words: readonly string[],
    private readonly choose: (word: string) => void,
    placeholder: string,
  ) {
    super(app);
    this.setPlaceholder(placeholder);
  }

  override getSuggestions(query: string): string[] {
    const written = query.trim();
    const found = this.words.filter((word) => word.toLowerCase().includes(written.toLowerCase()));
    return found.includes(written) ? found : [written, ...found];
  }

  override renderSuggestion(word: string, element: HTMLElement): void {
    element.setText(word === '' ? 'No value' : word);
  }

  override onChooseSuggestion(word: string): void {
    this.choose(word);
  }
}
