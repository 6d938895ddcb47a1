/** Letters of other scripts, and odd Latin ones, that look like a Latin letter; NFKC does not unite them. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (
    'аa бb вb гr еe ёe зз иu йu кk мm нh оo пn рp сc тt уy хx ьb ѕs іi їi јj ԁd ԛq ԝw һh ҽe ӏl ѵv ғf ԍg ʋu ' +
    'АA ВB ЕE ЗЗ КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЇI ЈJ ԛQ ԜW ' +
    'αa βb γy δd εe ζz ηn θo ιi κk λl μu νv ξe οo πn ρp σo ςc τt υu φo χx ψy ωw ' +
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ' +
    'ıi ȷj ɡg ɑa ɩi ʀr ʟl ɴn ɪi ʏy ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz øo łl đd ħh ŧt ƅb ƽs ' +
    'օo ոn սu հh յj ցg զq ԼL ՏS Օo Ꭺa Ᏼb Ꮯc Ꭼe Ꮐg Ꮋh Ꭻj Ꮶk Ꮮl Ꮇm Ꮎo Ꮲp Ꭱr Ꮪs Ꭲt Ꮩv Ꮃw Ꮓz'
  )
    .split(' ')
    .map((pair): [string, string] => [Array.from(pair)[0] ?? '', Array.from(pair)[1] ?? '']),
);
const SQUARE_BRACKETS: ReadonlyMap<string, string> = new Map([
  ...['【', '〔', '〖', '⟦', '⁅', '❲'].map((sign): [string, string] => [sign, '[']),
  ...['】', '〕', '〗', '⟧', '⁆', '❳'].map((sign): [string, string] => [sign, ']']),
]);
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** A text without characters that nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * The form that screening patterns are written for: compatibility forms united, nothing invisible, lookalikes of Latin letters
 * as these, no accents, lower case, plain quotes and dashes, single spaces. Line breaks stay.
 */
export function foldText(text: string): string {
  const visible = withoutInvisible(text.normalize('NFKC'));
  return plainLetters(visible)
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{N}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u2032\uff07]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2215\u2044\u29f8]/g, '/')
    .replace(/[【〔〖⟦⁅❲】〕〗⟧⁆❳]/g, (sign) => SQUARE_BRACKETS.get(sign) ?? sign)
    .replace(/[\r\n\u0085\u2028\u2029\v\f]+/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** Words that mix Latin with letters that look so, and words of lookalikes alone among Latin ones, in Latin letters. */
function plainLetters(text: string): string {
  const isMostlyLatin = isLatin(text);
  return text.replace(TOKEN, (token) => {
    if (!/[^\u0000-\u024f\p{M}]/u.test(token)) return token.replace(/[ıøłđħŧ]/g, plainLetter);
    const isMixed = /\p{Script=Latin}/u.test(token);
    return isMixed || (isMostlyLatin && isAllLookalikes(token)) ? token.replace(/./gsu, plainLetter) : token;
  });
}

/** Whether most letters of a text are Latin. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > letters;
}

/** Whether each letter of a word looks like a Latin one. */
export function isAllLookalikes(token: string): boolean {
  return Array.from(token.replace(/[\p{N}\p{M}]/gu, '')).every((letter) => LOOKALIKES.has(letter));
}

function plainLetter(letter: string): string {
  return LOOKALIKES.get(letter) ?? letter;
}
