/** Files of the built SillyTavern extension, by name, put into the bundle as text at build time. */
declare module 'embedded:bridge' {
  export const files: Readonly<Record<string, string>>;
}

/** Files of the built web console, by name, put into the bundle as text at build time. */
declare module 'embedded:console' {
  export const files: Readonly<Record<string, string>>;
}
