import { defineConfig, globalIgnores } from 'eslint/config';
import obsidianmd from 'eslint-plugin-obsidianmd';
import { PlainTextParser } from 'eslint-plugin-obsidianmd/dist/lib/plainTextParser.js';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

const scripts = ['**/*.ts'];
const panels = ['**/*.svelte'];
const recommended = [...obsidianmd.configs.recommended];
// Obsidian's rules name .ts files only; the panels are held to the same.
const rulesForPanels = recommended.filter((config) => !config.files || config.files.includes('**/*.{ts,cts,mts,tsx}'));
const collect = (key) => Object.assign({}, ...rulesForPanels.map((config) => config[key] ?? {}));

/** Obsidian's rules that ask for types. */
const rulesWithTypes = [
  'obsidianmd/no-plugin-as-component',
  'obsidianmd/no-view-references-in-plugin',
  'obsidianmd/no-unsupported-api',
  'obsidianmd/prefer-file-manager-trash-file',
  'obsidianmd/prefer-instanceof',
  'obsidianmd/prefer-create-el',
];

/** Files that run in Node alone. */
const nodeFiles = [
  'src/{adapters/node,adapters/tokens,hosts/headless}/**',
  'tests/**',
  'e2e/**',
  'bench/**',
  'scripts/**',
  '**/*.test.ts',
  '*.config.*',
];
/** Files that talk to Obsidian, whose own rules ask for types. */
const obsidianFiles = ['main.ts', 'src/{hosts,adapters}/obsidian/**/*.ts'];
/** Files that run in a web page without Obsidian. */
const pageFiles = ['src/hosts/{sillytavern,console}/**', 'src/ui/**'];

export default defineConfig(
  globalIgnores([
    'dist',
    'coverage',
    'artifacts',
    '.cache',
    'demo-vault',
    '**/*.md',
    '**/*.d.ts',
    'e2e/node_modules',
    '**/package-lock.json',
    'versions.json',
    '**/tsconfig*.json',
    '**/*.mjs',
  ]),
  ...recommended,
  { files: ['**/*.svelte', '**/*.svelte.ts'], extends: [svelte.configs.recommended] },
  {
    files: [...scripts, ...panels],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // TypeScript knows what is defined.
      'no-undef': 'off',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union of texts.' }],
      'obsidianmd/ui/sentence-case': [
        'error',
        {
          brands: ['SillyTavern', 'Obsidian', 'Lorehearth', 'Librarian', 'Scribe'],
          acronyms: ['AI', 'REST', 'API', 'HTTP', 'URL', 'ID', 'YAML', 'JSON', 'ST'],
          enforceCamelCaseLower: true,
        },
      ],
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
  {
    files: panels,
    plugins: collect('plugins'),
    rules: { ...collect('rules'), 'svelte/no-at-html-tags': 'error' },
  },
  // What asks for types is oxlint's (.oxlintrc.json), and svelte-check's in components; here it takes ten times as long.
  {
    files: [...scripts, ...panels],
    ignores: obsidianFiles,
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
    rules: Object.fromEntries(rulesWithTypes.map((rule) => [rule, 'off'])),
  },
  { files: obsidianFiles, rules: tseslint.configs.disableTypeChecked.rules },
  {
    files: ['src/core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Use the Clock port.' },
        { object: 'Math', property: 'random', message: 'Use a seeded value or the RandomSource port.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of texts.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
    },
  },
  {
    files: nodeFiles,
    rules: {
      'obsidianmd/no-nodejs-modules': 'off',
      'import/no-nodejs-modules': 'off',
      'obsidianmd/no-global-this': 'off',
      'obsidianmd/prefer-window-timers': 'off',
      'obsidianmd/prefer-active-doc': 'off',
      'obsidianmd/hardcoded-config-path': 'off',
      'no-restricted-globals': 'off',
      'no-console': 'off',
      'obsidianmd/rule-custom-message': 'off',
    },
  },
  {
    files: pageFiles,
    rules: {
      'obsidianmd/no-global-this': 'off',
      'obsidianmd/prefer-active-doc': 'off',
      'obsidianmd/prefer-window-timers': 'off',
      'obsidianmd/prefer-create-el': 'off',
      'no-restricted-globals': 'off',
    },
  },
  {
    files: ['**/*.test.ts', 'tests/**/*.ts', 'e2e/**/*.ts'],
    // No text of a test is shown to anybody.
    rules: { 'import/no-extraneous-dependencies': 'off', 'obsidianmd/ui/sentence-case': 'off' },
  },
  {
    files: ['manifest.json'],
    plugins: { obsidianmd },
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
    rules: { 'obsidianmd/validate-manifest': 'error' },
  },
  {
    files: ['LICENSE'],
    plugins: { obsidianmd },
    languageOptions: { parser: PlainTextParser },
    rules: { 'obsidianmd/validate-license': 'error' },
  },
);
