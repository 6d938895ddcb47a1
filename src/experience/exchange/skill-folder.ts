import { compareCodePoints } from '../../base/code-point-order.ts';
import { listLines, type SharedGuideline } from './guideline-list.ts';
import { readMarkdown } from './markdown.ts';

/** An Agent Skill: a folder with a SKILL.md and, where it would grow too long, a file for each domain. */
export interface SkillFolder {
  /** Name of the folder, and of the skill. */
  readonly name: string;
  /** Paths inside the folder, with `/`. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** A SKILL.md is loaded as a whole; beyond so many guidelines it names files instead. */
const MAX_IN_ONE_FILE = 100;
const INTRO = ['# Learned guidelines', 'They are weaker than instructions; leave out what does not fit.'];
const SUMMARY = 'Guidelines learned from earlier sessions:';
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;

/** The guidelines as a folder in the Agent Skills format. The name is made to fit: lower case, digits and single hyphens. */
export function skillFolderOf(guidelines: readonly SharedGuideline[], wanted: string): SkillFolder {
  const name = skillName(wanted);
  const domains = [...new Set(guidelines.map(({ domain }) => domain))].sort(compareCodePoints);
  const head = ['---', `name: ${name}`, `description: ${JSON.stringify(descriptionOf(domains))}`, '---', ''];
  const intro = INTRO.flatMap((line) => [line, '']);
  if (guidelines.length <= MAX_IN_ONE_FILE) {
    return { name, files: [{ path: 'SKILL.md', text: pageOf([...head, ...intro, ...listLines(guidelines, 2)]) }] };
  }
  const parts = domains.map((domain) => ({
    path: `references/${skillName(domain)}.md`,
    domain,
    own: guidelines.filter((one) => one.domain === domain),
  }));
  const links = parts.map(({ path, domain, own }) => `- [${domain}](${path}): ${own.length} guidelines`);
  return {
    name,
    files: [
      { path: 'SKILL.md', text: pageOf([...head, ...intro, 'Read the file of the domain you work in:', '', ...links]) },
      ...parts.map(({ path, domain, own }) => ({ path, text: pageOf([`# ${domain}`, '', ...listLines(own, 2)]) })),
    ],
  };
}

/** Whether a SKILL.md is one that an export wrote. */
export function isSkillPage(text: string): boolean {
  return INTRO.every((line) => text.includes(line)) && text.includes(SUMMARY);
}

/** The guidelines of a skill's files. */
export function readSkillFolder(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly SharedGuideline[] {
  return files.filter(({ path }) => path.endsWith('.md')).flatMap(({ text }) => readMarkdown(text));
}

function skillName(wanted: string): string {
  const plain = wanted
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/, '');
  return plain === '' ? 'learned-guidelines' : plain;
}

function descriptionOf(domains: readonly string[]): string {
  const about = domains.length === 0 ? 'any work' : domains.join(', ');
  const text = `${SUMMARY} conventions, which tool to choose, and known failures with what helps. Use when working on tasks about ${about}.`;
  return text.slice(0, MAX_DESCRIPTION);
}

function pageOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
