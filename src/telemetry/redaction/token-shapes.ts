import {
  ALPHANUMERIC,
  BASE64,
  DIGITS,
  HEX,
  isOf,
  LETTERS,
  type SearchedText,
  signs,
  WORD,
  WORD_DASH,
} from './characters.ts';
import type { Finding } from './finding.ts';
import { findingOf, patternRule, type RedactionRule } from './redaction-rule.ts';

/** A token that is known by what stands inside of it: at least so many characters of a set before, and after. */
interface Infix {
  readonly issuer: string;
  readonly source: string;
  readonly marks: readonly string[];
  readonly before: readonly [set: number, least: number, most: number];
  readonly after: readonly [set: number, least: number, most: number];
  /** More may stand before, and is none of it. */
  readonly isLoose?: true;
}

const INFIXES: readonly Infix[] = [
  {
    issuer: 'Terraform Cloud',
    source: 'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
    marks: ['.atlasv1.'],
    before: [ALPHANUMERIC, 14, 14],
    after: [WORD_DASH | signs('='), 32, 128],
  },
  {
    issuer: 'Telegram',
    source: 'https://core.telegram.org/bots/api#authorizing-your-bot',
    marks: [':AA'],
    before: [DIGITS, 5, 16],
    after: [WORD_DASH, 30, 64],
  },
  {
    issuer: 'Azure, applications',
    source: 'https://learn.microsoft.com/purview/sit-defn-azure-ad-client-secret',
    marks: ['7Q~', '8Q~', '9Q~', '0Q~', '1Q~', '2Q~', '3Q~', '4Q~', '5Q~', '6Q~'],
    before: [ALPHANUMERIC | signs('_~.-'), 3, 3],
    after: [WORD_DASH | signs('~.'), 28, 64],
    isLoose: true,
  },
  {
    issuer: 'Azure DevOps',
    source: 'https://learn.microsoft.com/purview/sit-defn-azure-devops-personal-access-token',
    marks: ['AZDO'],
    before: [ALPHANUMERIC, 76, 76],
    after: [ALPHANUMERIC, 4, 64],
    isLoose: true,
  },
  {
    issuer: 'Azure AI',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    marks: ['JQQJ9'],
    before: [ALPHANUMERIC, 40, 64],
    after: [ALPHANUMERIC, 20, 40],
  },
  {
    issuer: 'Azure, keys that say of what',
    source: 'https://github.com/microsoft/security-utilities',
    marks: ['+ASt', 'ACDb', '+ABa', 'AzSe', 'AzFu', 'AIoT', '+AEh', '+ASb', '+ARm', 'AzCa', 'APIM', '+ACR', '+AMC'],
    before: [BASE64 | signs('_-'), 33, 76],
    after: [BASE64 | signs('_-'), 5, 12],
  },
  {
    issuer: 'Mailchimp',
    source: 'https://mailchimp.com/developer/marketing/guides/quick-start/',
    marks: ['-us'],
    before: [HEX, 32, 32],
    after: [DIGITS, 1, 2],
  },
  {
    issuer: 'MaxMind',
    source: 'https://dev.maxmind.com/license-key-validation-api/',
    marks: ['_mmk'],
    before: [WORD, 30, 40],
    after: [WORD, 0, 0],
  },
];

function infixRule({ marks, before, after, isLoose }: Infix): RedactionRule {
  const [beforeSet, leastBefore, mostBefore] = before;
  const [afterSet, leastAfter, mostAfter] = after;
  return {
    hints: marks.map((mark) => mark.toLowerCase()),
    find: (searched, markStart, markEnd) => {
      if (!marks.includes(searched.text.slice(markStart, markEnd))) return null;
      const start = searched.runStart(beforeSet, markStart, isLoose ? mostBefore : mostBefore + 1);
      if (markStart - start < leastBefore || markStart - start > mostBefore) return null;
      const end = searched.runEnd(afterSet, markEnd);
      if (end - markEnd < leastAfter || end - markEnd > mostAfter) return null;
      return findingOf(searched.text, start, end);
    },
  };
}

/** A header and a body; the signature may be missing, and encrypted ones have two parts more. */
function findJwt(searched: SearchedText, start: number): Finding | null {
  const { text } = searched;
  if (!text.startsWith('eyJ', start) || !searched.isWordStart(start)) return null;
  const header = searched.runEnd(WORD_DASH, start);
  if (header - start < 8 || text.charAt(header) !== '.') return null;
  let end = searched.runEnd(WORD_DASH, header + 1);
  // A thing of the program that happens to be called so has a name after its dot, not twelve characters of base64.
  if (end - header < 6 || !isMixedText(text, start, header)) return null;
  for (let part = 0; part < 3 && text.charAt(end) === '.'; part++) end = searched.runEnd(WORD_DASH, end + 1);
  return findingOf(text, start, end);
}

function isMixedText(text: string, start: number, end: number): boolean {
  let has = 0;
  for (let i = start; i < Math.min(end, start + 64); i++) {
    if (isOf(DIGITS, text.charCodeAt(i))) has |= 1;
    else if (isOf(LETTERS, text.charCodeAt(i))) has |= 2;
  }
  return has === 3;
}

const HASH_STARTS = [
  ...['$1$', '$2a$', '$2b$', '$2x$', '$2y$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$apr1$', '$argon2', '$scrypt$'],
  ...['$pbkdf2', '{ssha', '{smd5}', '{pbkdf2', 'pbkdf2_sha', 'pbkdf2:sha', 'bcrypt_sha256$', 'scrypt:32768:'],
];

/** Hashes of passwords, as crypt, LDAP and web frameworks write them. */
const HASH_RULE: RedactionRule = {
  hints: HASH_STARTS,
  find: ({ text }, start) => {
    HASH.lastIndex = start;
    const match = HASH.exec(text);
    return match === null ? null : findingOf(text, start, start + match[0].length);
  },
};
const HASH = /[{$]?[A-Za-z0-9_:-]{1,24}[$}:][./A-Za-z0-9$=,+:_-]{20,512}/y;

/** A private key of OpenSSH without its header and footer. */
const BARE_KEY_RULE: RedactionRule = {
  hints: ['b3blbnnzac1rzxktdje'],
  find: (searched, start) => {
    if (!searched.text.startsWith('b3BlbnNzaC1rZXktdjE', start)) return null;
    return findingOf(searched.text, start, searched.runEnd(BASE64, start));
  },
};

const PART = /(["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["'])([A-Za-z0-9_-]{20,2048})(?=["'])/;
/** A JSON web key lies around its parts. */
const KEY_AROUND = 4096;

/** The private parts of a JSON web key. */
const WEB_KEY_RULE = patternRule(
  ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].flatMap((part) => [`"${part}"`, `'${part}'`]),
  PART,
  {
    accepts: ({ input, index }) => /["']kty["']/.test(input.slice(Math.max(0, index - KEY_AROUND), index + KEY_AROUND)),
  },
);

/** Tokens that are known by their shape, not by how they begin. */
export const SHAPE_RULES: readonly RedactionRule[] = [
  ...INFIXES.map(infixRule),
  { hints: ['eyj'], find: findJwt },
  HASH_RULE,
  BARE_KEY_RULE,
  WEB_KEY_RULE,
];
