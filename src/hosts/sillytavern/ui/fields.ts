import { element } from './element';

/** A control with its label, and a way to show another value in it. */
export interface Field<Value> {
  readonly row: HTMLElement;
  readonly show: (value: Value) => void;
}

/** A tick box. */
export function checkField(label: string, help: string, onChange: (checked: boolean) => void): Field<boolean> {
  const box = element('input', { attributes: { type: 'checkbox' } });
  box.addEventListener('change', () => onChange(box.checked));
  const text = element('span', { text: label });
  return {
    row: element('label', { class: 'checkbox_label lorehearth-check', title: help, children: [box, text] }),
    show: (checked) => {
      box.checked = checked;
    },
  };
}

/** What a line of text needs. */
export interface TextFieldParts {
  readonly label: string;
  readonly help: string;
  readonly placeholder: string;
  readonly secret?: boolean;
  /** Takes what was written; gives what is wrong with it, if anything. */
  readonly onChange: (text: string) => string | undefined;
}

/** A line of text. */
export function textField({ label, help, placeholder, secret, onChange }: TextFieldParts): Field<string> {
  const input = element('input', {
    class: 'text_pole',
    attributes: {
      type: secret === true ? 'password' : 'text',
      placeholder,
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  return inputField(label, help, input, () => onChange(input.value));
}

/** What a number needs. */
export interface NumberFieldParts {
  readonly label: string;
  readonly help: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}

/** A number within its range. */
export function numberField({ label, help, least, most, step, onChange }: NumberFieldParts): Field<string> {
  const range = { min: String(least), max: String(most), step: String(step) };
  const input = element('input', { class: 'text_pole', attributes: { type: 'number', ...range } });
  return inputField(label, help, input, () => {
    const value = Number(input.value);
    if (input.value.trim() === '' || !(value >= least && value <= most)) {
      return `Between ${String(least)} and ${String(most)}.`;
    }
    onChange(value);
    return undefined;
  });
}

function inputField(
  label: string,
  help: string,
  input: HTMLInputElement,
  commit: () => string | undefined,
): Field<string> {
  const problem = element('small', { class: 'lorehearth-problem', attributes: { role: 'alert' } });
  const tell = (text: string | undefined): void => {
    problem.textContent = text ?? '';
    input.setAttribute('aria-invalid', String(text !== undefined));
  };
  input.addEventListener('change', () => tell(commit()));
  return {
    row: element('label', {
      class: 'lorehearth-field',
      title: help,
      children: [element('span', { text: label }), input, problem],
    }),
    show: (value) => {
      // What a user is writing is theirs.
      if (document.activeElement === input) return;
      input.value = value;
      tell(undefined);
    },
  };
}
