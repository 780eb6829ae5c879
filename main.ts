export { LorehearthPlugin as default } from './src/hosts/obsidian/lorehearth-plugin';
