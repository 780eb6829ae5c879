/** What stands in a line. */
export type MarkdownInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly inlines: readonly MarkdownInline[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `href` is http, https or mailto. */
  | { readonly kind: 'link'; readonly href: string; readonly inlines: readonly MarkdownInline[] }
  /** A link to a note, by its name. */
  | { readonly kind: 'note'; readonly name: string; readonly label: string }
  | { readonly kind: 'break' };

export type MarkdownAlign = 'left' | 'center' | 'right' | undefined;

export interface MarkdownItem {
  /** Undefined where the item is no task. */
  readonly isDone: boolean | undefined;
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownCell {
  readonly align: MarkdownAlign;
  readonly inlines: readonly MarkdownInline[];
}

/** A part of a text that stands for itself. */
export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly inlines: readonly MarkdownInline[] }
  /** A line in an item that stands without space around it. */
  | { readonly kind: 'line'; readonly inlines: readonly MarkdownInline[] }
  | { readonly kind: 'heading'; readonly inlines: readonly MarkdownInline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  /** `start` is undefined for a list without numbers. */
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly MarkdownItem[] }
  | {
      readonly kind: 'table';
      readonly head: readonly MarkdownCell[];
      readonly rows: readonly (readonly MarkdownCell[])[];
    }
  | { readonly kind: 'rule' };
