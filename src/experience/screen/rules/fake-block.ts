import type { ScreenRule } from '../screen-rule.ts';

const r = String.raw;

/** The block, the frame around it, and other structure that no guideline needs. */
export const FAKE_BLOCK_RULES: readonly ScreenRule[] = [
  {
    kind: 'fake-block',
    reason: 'it imitates a line of the block of guidelines',
    isNegationPart: true,
    pattern: r`[[<{(]{1,2}\s*g\s*[-_#:]?\s*\d+\s*[\])}>]{1,2}(?! ?\()`,
  },
  {
    kind: 'fake-block',
    reason: 'it imitates the frame of the guidelines',
    isNegationPart: true,
    pattern: r`<\s*/?\s*(?:guidelines?|experiences?|lessons?|learned\w*|rules|memory|memories|system-?reminder|context_?block|retrieved\w*|untrusted\w*|trusted\w*|injected\w*|praxis\w*)(?:[\s/>]|$)`,
  },
  {
    kind: 'fake-block',
    reason: 'it holds lines with marks of structure',
    isNegationPart: true,
    pattern: r`\n\s*(?:#{1,6}\s|\[|<|-{3,}|={3,}|\*{3,}|>\s|\x60{3}|[-*]\s|\d+[.)]\s)`,
  },
  {
    kind: 'fake-block',
    reason: 'it opens or closes a part of a prompt',
    isNegationPart: true,
    pattern: r`(?:^|[\s\[<(*=#-])(?:begin|end|start|stop|close|open)(?:ing)?[ _-]*(?:of[ _-]*)?(?:the[ _-]*)?(?:new[ _-]*|verified[ _-]*|trusted[ _-]*|learned[ _-]*)*(?:system|instructions?|guidelines?|prompt|user (?:input|prompt|message)|trusted|untrusted|override|admin|developer)(?:[ _-]*(?:prompt|block|section|message|instructions?|list|context|input|override|rules))*\s*(?:[\])>*=#:-]|$|\n)`,
  },
  {
    kind: 'fake-block',
    reason: 'it imitates the heading of the guidelines',
    isNegationPart: true,
    pattern: r`(?:^|\s)#{1,6}\s+\S|(?:verified|trusted|approved|official|learned|updated|new|additional) (?:system )?(?:guidelines?|instructions?|rules|lessons)(?: \((?:verified|trusted|approved|official)\))?\s*:`,
  },
  {
    kind: 'fake-block',
    reason: 'it speaks of the guidelines themselves',
    pattern: r`(?:all|the|these|other|earlier|following|next|previous|remaining|above|preceding) (?:other )?(?:guidelines?|lessons?|experiences?)(?: (?:above|below|here|in this (?:list|block)))? (?:are|is|have|has|must|should|may|can|count|do|were|override|outrank|replace|supersede|take|become)(?![a-z])`,
    isWeak: true,
  },
];
