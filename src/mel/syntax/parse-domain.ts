import { appendAll } from '../../base/append-all.ts';
import type { Annotation, Domain, Member, Name } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseAnnotations } from './parse-expression.ts';
import { parseMember } from './parse-member.ts';
import { replacing } from './problem.ts';
import { skipBalanced, skipToMember, startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

/** Reads a whole source; null where it holds no domain. */
export function parseDomain(c: Cursor): Domain | null {
  skipImports(c);
  const annotations = parseAnnotations(c);
  skipImports(c);
  const start = c.start;
  if (!findDomain(c)) return null;
  const name = parseDomainName(c);
  const members: Member[] = [];
  const open = c.span;
  if (c.expect(T.openBrace, `Expected \`{\` and the members of the domain, not ${c.described}.`) || startsMember(c)) {
    parseMembers(c, members);
  }
  if (!c.accept(T.closeBrace)) {
    c.unexpected(
      `The domain is not closed: expected \`}\`, not ${c.described}.`,
      [replacing('Close the domain', c.gap, '}\n')],
      [{ message: 'The domain begins here.', span: open }],
    );
  }
  const span = c.from(start);
  readTrailing(c, members);
  return { name, span, annotations, members, dangling: c.dangling };
}

/** `import { a } from "b"`, of any shape: reported and skipped. */
function skipImports(c: Cursor): void {
  while (c.kind === T.import) {
    c.report('E_IMPORT_UNSUPPORTED', 'There are no imports: one source is one whole domain.', c.span);
    do c.advance();
    while (c.kind !== T.end && c.kind !== T.domain && c.kind !== T.at && c.kind !== T.import && c.kind !== T.string);
    c.accept(T.string);
    if (c.kind === T.semicolon) {
      c.unexpected('There is no semicolon behind an import.', [replacing('Remove the semicolon', c.span, '')]);
      c.advance();
    }
  }
}

/** Moves behind the word `domain`; what stands before it is reported. False: there is none. */
function findDomain(c: Cursor): boolean {
  if (c.accept(T.domain)) return true;
  const isMisspelt = isWord(c.kind) && c.peek(1) === T.identifier && c.peek(2) === T.openBrace;
  const fixes = isMisspelt
    ? [replacing('Write `domain`', c.span, 'domain')]
    : c.kind === T.export
      ? [replacing('Remove `export`', c.span, '')]
      : [];
  c.unexpected(`A source begins with \`domain Name { ... }\`: expected \`domain\`, not ${c.described}.`, fixes);
  if (isMisspelt) {
    c.advance();
    return true;
  }
  while (c.kind !== T.end && !(c.kind === T.domain && c.peek(1) !== T.colon)) c.advance();
  return c.accept(T.domain);
}

function parseDomainName(c: Cursor): Name {
  if (c.kind === T.identifier || c.kind === T.badName) return c.takeName();
  c.unexpected(`Expected the name of the domain, not ${c.described}.`);
  return isWord(c.kind) || c.kind === T.string ? c.takeName() : { text: '', span: c.gap };
}

function parseMembers(c: Cursor, members: Member[]): void {
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    const annotations = parseAnnotations(c);
    if (c.kind === T.closeBrace || c.kind === T.end) {
      appendAll(c.dangling, annotations);
      break;
    }
    readMember(c, annotations, members);
    if (c.index === at) c.advance();
  }
}

function readMember(c: Cursor, annotations: readonly Annotation[], members: Member[]): void {
  const member = parseMember(c, annotations);
  if (member === 'none') {
    appendAll(c.dangling, annotations);
    skipBalanced(c);
    skipToMember(c);
  } else if (member === null) appendAll(c.dangling, annotations);
  else members.push(member);
}

/** Text behind the domain is an error; members there, behind a brace too many, are still checked. */
function readTrailing(c: Cursor, members: Member[]): void {
  if (c.kind === T.end) return;
  const isSecond = c.kind === T.domain;
  const message = isSecond
    ? 'A source holds one domain; put the second one into a file of its own.'
    : `The domain ends at the brace before: expected the end of the source, not ${c.described}.`;
  c.unexpected(message, c.kind === T.semicolon ? [replacing('Remove the semicolon', c.span, '')] : []);
  if (isSecond) return;
  while (c.kind !== T.end) {
    if (startsMember(c) && c.kind !== T.domain) parseMembers(c, members);
    else c.advance();
  }
}
