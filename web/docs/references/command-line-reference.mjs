import { createRequire } from 'node:module';
import { code, table } from './markdown.mjs';

const COLUMNS = 88;
/** Headings of the help that this page already covers elsewhere. */
const LISTED = new Set(['Arguments', 'Options', 'Global Options', 'Commands', 'Usage']);

/** The page of all commands and options, generated from the client's own help. */
export function commandLineReference() {
  const { createProgram } = createRequire(import.meta.url)('@heliograph/cli/dist/program');
  const program = createProgram();
  const commands = visible(program).flatMap((command) => [command, ...visible(command)]);
  return [
    '# Command-line reference',
    'Every `signals` command and option, from its own help. For how to use it, see [Command-line client](command-line.md).',
    table(
      ['Command', 'Description'],
      commands
        .filter((command) => command.commands.length === 0)
        .map((command) => [
          `[${code(nameOf(command))}](#${nameOf(command).replaceAll(' ', '-')})`,
          sentence(command.description()),
        ]),
    ),
    '## Options for every command',
    options(program.options),
    ...commands.filter((command) => command.commands.length === 0).map(section),
    ...sectionsBehind(program, (title) => title !== 'Examples').map(
      ({ title, lines }) => `## ${title}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``,
    ),
  ].join('\n\n');
}

function section(command) {
  const arguments_ = command.registeredArguments;
  const groups = grouped(command.options);
  const behind = sectionsBehind(command, (title) => !isGroup(command, title));
  return [
    `## ${nameOf(command)}`,
    sentence(command.description()),
    `\`\`\`text\n${nameOf(command)} ${command.usage()}\n\`\`\``,
    arguments_.length > 0 &&
      table(
        ['Argument', 'Description'],
        arguments_.map((argument) => [code(argument.name()), words(argument.description)]),
      ),
    ...[...groups].flatMap(([heading, members]) => [
      heading !== '' && groups.size > 1 && `**${heading.replace(/:$/, '')}**`,
      options(members),
    ]),
    ...behind.flatMap(({ title, lines }) => [
      `**${title}**`,
      `\`\`\`${title === 'Examples' ? 'sh' : 'text'}\n${lines.join('\n')}\n\`\`\``,
    ]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function grouped(all) {
  const groups = new Map();
  for (const option of all) {
    const heading = option.helpGroupHeading ?? '';
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  return groups;
}

function options(all) {
  return table(
    ['Option', 'Description'],
    all
      .filter(({ hidden }) => !hidden)
      .map((option) => [
        code(option.flags),
        words(option.description) +
          (option.argChoices ? `: ${option.argChoices.map(code).join(', ')}` : '') +
          (option.defaultValue === undefined || typeof option.defaultValue === 'boolean'
            ? ''
            : ` (default: ${code(String(option.defaultValue))})`),
      ]),
  );
}

function visible(command) {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');
}

function nameOf(command) {
  const names = [];
  for (let at = command; at; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}

function isGroup(command, title) {
  const headings = [
    ...command.options.map(({ helpGroupHeading }) => helpGroupHeading ?? ''),
    ...command.commands.map((child) => child.helpGroup()),
  ];
  return LISTED.has(title) || headings.some((heading) => heading.replace(/:$/, '') === title);
}

/** Sections of the help that are not structured data, such as examples. */
function sectionsBehind(command, isWanted) {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => COLUMNS });
  command.outputHelp();
  const sections = [];
  for (const line of help.split('\n')) {
    const title = /^(\S[^:]*):$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (/^\S/.test(line)) sections.push({ title: 'Usage', lines: [] });
    else sections.at(-1)?.lines.push(line.replace(/^ {2}/, ''));
  }
  return sections
    .filter(({ title }) => isWanted(title) && !isGroup(command, title))
    .map(({ title, lines }) => ({ title, lines: lines.join('\n').trimEnd().split('\n') }));
}

function sentence(text) {
  const said = words(text);
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

/** Escapes Markdown's special characters. */
function words(text) {
  return text.replaceAll(/[<>*_]/g, '\\$&');
}
