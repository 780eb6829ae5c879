/** The sections of the settings, in the order in which they are shown. */
export const settingSections = ['general', 'matching', 'ai', 'budget', 'placement', 'server', 'advanced'] as const;
export type SettingSection = (typeof settingSections)[number];

interface SettingBase<Value> {
  readonly section: SettingSection;
  readonly label: string;
  /** One sentence for the user. */
  readonly sentence: string;
  readonly default: Value;
}

/** One setting: its kind says what values it takes and how it is edited. */
export type SettingRow =
  | (SettingBase<boolean> & { readonly kind: 'toggle' })
  | (SettingBase<string> & {
      readonly kind: 'text';
      readonly placeholder?: string;
      readonly pattern?: RegExp;
      readonly longest: number;
    })
  | (SettingBase<number> & {
      readonly kind: 'number';
      readonly smallest: number;
      readonly largest: number;
      readonly unit: string;
    })
  | (SettingBase<string> & { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> })
  | (SettingBase<readonly string[]> & { readonly kind: 'list'; readonly pattern?: RegExp; readonly most: number });
