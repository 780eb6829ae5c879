/** What a property can be set to. */
export type PropertyValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * One step of a change. Anchors (`find`, `after`, `heading`) must be found exactly once; a heading is named without
 * its `#`, and its section reaches to the next heading of the same or a higher level.
 */
export type Operation =
  | { readonly kind: 'set-property'; readonly name: string; readonly value: PropertyValue }
  | { readonly kind: 'unset-property'; readonly name: string }
  /** Adds those items to a list that are not in it yet. */
  | { readonly kind: 'add-items'; readonly name: string; readonly items: readonly string[] }
  | { readonly kind: 'remove-items'; readonly name: string; readonly items: readonly string[] }
  /** Replaces a piece of text, of the section where a heading is given. */
  | {
      readonly kind: 'replace-text';
      readonly find: string;
      readonly text: string;
      readonly heading?: string | undefined;
    }
  /** Replaces what is below a heading, with everything in it. */
  | { readonly kind: 'replace-section'; readonly heading: string; readonly text: string }
  /** A new section at the end of the text. */
  | {
      readonly kind: 'append-section';
      readonly heading: string;
      readonly text: string;
      /** 1–6; 2 without it. */
      readonly level?: number | undefined;
    }
  /** A paragraph at the end of the text, of a section, or after the line of an anchor. */
  | {
      readonly kind: 'append-text';
      readonly text: string;
      readonly heading?: string | undefined;
      readonly after?: string | undefined;
    }
  /** Replaces everything below the properties. */
  | { readonly kind: 'replace-body'; readonly text: string }
  /** Replaces the whole note, as it was edited by hand. */
  | { readonly kind: 'replace-source'; readonly text: string };

/** A change to one note. */
export type Patch =
  | { readonly kind: 'change'; readonly path: string; readonly operations: readonly Operation[] }
  | {
      readonly kind: 'create';
      /** Vault-relative; '' for the root. */
      readonly folder: string;
      readonly title: string;
      /** Without `#`. */
      readonly tags?: readonly string[] | undefined;
      readonly properties?: Readonly<Record<string, PropertyValue>> | undefined;
      /** Properties at its very beginning are taken into those of the note. */
      readonly body: string;
    }
  | { readonly kind: 'move'; readonly path: string; readonly to: string };
