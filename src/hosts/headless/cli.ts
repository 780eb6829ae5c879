import { Command, InvalidArgumentError } from 'commander';
import { files as bridgeFiles } from 'embedded:bridge';
import { installBridge } from '../../adapters/node/bridge-installer';
import { checkVault, type CheckOptions } from './check-command';
import { examineVault, type DoctorOptions } from './doctor-command';
import { exportVault, printExport, type ExportCommandOptions } from './export-command';
import { importFiles, isWhole, type ImportCommandOptions } from './import-command';
import { match, type MatchOptions } from './match-command';
import { UsageError } from './open-vault';
import { decidePairing, type PairOptions } from './pair-command';
import { printCheck } from './print-check';
import { printDoctor } from './print-doctor';
import { importAsJson, printImport } from './print-import';
import { printMatch } from './print-match';
import { serve, type ServeOptions } from './serve-command';
import { testOnce, watchTests, type TestCommandOptions, type TestReportOptions } from './test-command';
import { addVaultCommands } from './vaults-cli';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

const program = new Command('lorehearth')
  .description('Serves the lore of a vault to SillyTavern and other clients.')
  .version(__LOREHEARTH_VERSION__)
  .showHelpAfterError('(lorehearth --help lists everything)');

program
  .command('serve')
  .description('index and watch a vault; serve REST and the web console')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--port <number>', 'port; without it the setting (27673) or the next free one', portOf)
  .option('--host <address>', 'address to listen on instead of this machine alone')
  .option('--token <token>', 'admin token of this run')
  .option('--origin <origin>', 'web page that may ask, e.g. http://192.168.1.5:8000 (repeatable)', collect, [])
  .option('--data <folder>', 'folder for settings and tokens')
  .option('--no-console', 'do not serve the web console')
  .option('--sillytavern <folder>', 'folder of SillyTavern on this computer, to look after its extension')
  .option('--verbose', 'log more', false)
  .action(async (options: ServeOptions) => {
    const server = await serve(options);
    print(JSON.stringify({ event: 'listening', url: server.url, port: server.port, entries: server.entries }));
    stopOnSignals(() => server.close());
  });

program
  .command('match')
  .description('show what a text or the next reply of a chat would get')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--text <text>', 'a text to match')
  .option('--chat <file>', 'a SillyTavern chat file (.jsonl)')
  .option('--data <folder>', 'folder for settings')
  .option('--json', 'print answer and trace as JSON', false)
  .action(async (options: MatchOptions & { json: boolean }) => {
    const answer = await match(options);
    print(options.json ? JSON.stringify(answer, null, 2) : printMatch(answer));
  });

program
  .command('check')
  .description('check notes and settings; exit code 1 when there are errors')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--data <folder>', 'folder for settings')
  .option('--json', 'print the report as JSON', false)
  .action(async (options: CheckOptions & { json: boolean }) => {
    const report = await checkVault(options);
    print(options.json ? JSON.stringify(report, null, 2) : printCheck(report));
    if (report.counts.error > 0) process.exitCode = 1;
  });

program
  .command('test')
  .description('run the lore tests; exit code 1 when one does not pass, 2 when they cannot be run')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--path <path>', 'only those of this note or file of the vault')
  .option('--data <folder>', 'folder for settings')
  .option('--json', 'print the results as JSON; with --watch one line for each run', false)
  .option('--junit <file>', 'also write the results as JUnit XML')
  .option('--watch', 'run them again whenever notes or tests change, until Ctrl+C', false)
  .action(async (options: TestCommandOptions & TestReportOptions & { watch: boolean }) => {
    if (options.watch) stopOnSignals(await watchTests(options, print));
    else process.exitCode = await testOnce(options, print, (line) => void process.stderr.write(`${line}\n`));
  });

program
  .command('doctor')
  .description('check every hop from the vault to the reply; exit code 1 when one is broken')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--url <address>', 'address of its server, if it runs', 'http://127.0.0.1:27673')
  .option('--data <folder>', 'folder for settings and tokens')
  .option('--token <token>', 'admin token')
  .option('--sillytavern <folder>', 'folder of SillyTavern, when no server runs')
  .option('--ask-model', 'also ask the model that selects, which can cost something', false)
  .option('--json', 'print the checks as JSON', false)
  .action(async (options: DoctorOptions & { json: boolean }) => {
    const report = await examineVault(options);
    print(options.json ? JSON.stringify(report, null, 2) : printDoctor(report));
    if (report.checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });

program
  .command('import <files...>')
  .description('make notes of lorebooks and cards of other programs; importing again updates them')
  .requiredOption('--vault <folder>', 'the vault')
  .option('--folder <folder>', 'folder of the vault for the books; without it the setting (Lorebooks)')
  .option('--dry-run', 'only tell what would happen', false)
  .option('--data <folder>', 'folder for settings')
  .option('--json', 'print what was found in each file as JSON', false)
  .action(async (files: string[], options: Omit<ImportCommandOptions, 'files'> & { json: boolean }) => {
    const abort = new AbortController();
    process.once('SIGINT', () => abort.abort());
    const outcome = await importFiles({ ...options, files, signal: abort.signal });
    print(options.json ? JSON.stringify(importAsJson(outcome), null, 2) : printImport(outcome));
    if (!isWhole(outcome)) process.exitCode = 1;
  });

program
  .command('export')
  .description('write the lore of a vault for another program')
  .requiredOption('--vault <folder>', 'the vault')
  .requiredOption('--format <format>', 'e.g. sillytavern, ccv3, novelai')
  .option('--folder <folder>', 'only this folder of the vault')
  .option('--out <file>', 'the file; without it the lorebook is printed')
  .option('--data <folder>', 'folder for settings')
  .action(async (options: ExportCommandOptions) => {
    const exported = await exportVault(options);
    if (options.out === undefined) print(JSON.stringify(exported.value, null, 2));
    process.stderr.write(`${printExport(exported)}\n`);
    if (exported.problems.length > 0) process.exitCode = 1;
  });

program
  .command('pair <code>')
  .description('allow the pairing that shows this code')
  .option('--vault <folder>', 'the vault that is served')
  .option('--data <folder>', 'its data folder, when it is not the usual one')
  .option('--url <address>', 'address of the server', 'http://127.0.0.1:27673')
  .option('--token <token>', 'admin token')
  .option('--deny', 'refuse it instead', false)
  .action(async (code: string, options: Omit<PairOptions, 'code'>) => print(await decidePairing({ ...options, code })));

addVaultCommands(program, { print, portOf });

const bridge = program.command('bridge').description('the SillyTavern extension');
bridge
  .command('install <folder>')
  .description('copy the extension into a SillyTavern folder')
  .option('--user <name>', 'SillyTavern user', 'default-user')
  .action(async (folder: string, options: { user: string }) => {
    const result = await installBridge({ folder, user: options.user, files: bridgeFiles });
    if (result.kind === 'refused') throw new UsageError(result.sentence);
    print(`Installed in ${result.folder}. Reload SillyTavern's page.`);
  });

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

program.parseAsync().catch((error: unknown) => {
  const isOurs = error instanceof UsageError || (error instanceof Error && error.name === 'PortTakenError');
  process.stderr.write(
    `${isOurs || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : (error.stack ?? error.message)}\n`,
  );
  process.exit(1);
});
