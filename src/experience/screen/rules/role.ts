import type { ScreenRule } from '../screen-rule.ts';

const r = String.raw;

/** Roles and voices. */
export const ROLE_RULES: readonly ScreenRule[] = [
  {
    kind: 'role',
    reason: 'it holds marks of a chat template',
    isNegationPart: true,
    pattern: r`<\|[^|\n]{0,40}\|>|<\|?/?im_(?:start|end)|\[/?\s*(?:inst|sys|system|assistant|developer|user|human|tool|admin)\s*\]|<{1,2}/?\s*(?:sys|system|assistant|developer|human|instructions?|prompt|admin|root|operator|important|im_\w+|tool_\w+|function_\w+|antml\S*|system[-_]\w+|s|bos|eos)(?:\s[^>\n]*)?/?>{1,2}|</(?:user|message|turn|context)>|###\s*(?:system|instruction|assistant|response|human|user)|\{\{\s*(?:system|user|assistant)\s*\}\}|<start_of_turn>|<end_of_turn>`,
  },
  {
    kind: 'role',
    reason: 'it speaks with the voice of a role',
    isNegationPart: true,
    pattern: r`(?:^|\n|[.;!?]\s+|["'\x60*[(]\s*)(?:system|developer|assistant|human|operator|administrator|admin|root|superuser|supervisor|anthropic|openai|orchestrator|tool[_ ](?:result|output|response)|function[_ ](?:result|output)|user)\s*(?:prompt|message|note|notice|override|alert|instructions?|command|update|directive|policy update|announcement)?\s*(?:\([^)]*\)|\[[^\]]*\])?\s*(?:\*\*)?\s*(?::|>|=>|->|\]|—)\s*(?=\S+ \S)`,
  },
  {
    kind: 'role',
    reason: 'it announces a message of a role',
    isNegationPart: true,
    pattern: r`{b}(?:system|developer|admin(?:istrator)?|operator|security|root|emergency|platform|vendor|priority) (?:message|prompt|notice|note|override|alert|instruction|command|announcement|broadcast|update)s?\s*(?:\([^)]*\))?\s*:`,
  },
  {
    kind: 'role',
    reason: 'it tells the reader who it is',
    isNegationPart: true,
    pattern: r`(?:^|\n|[.;:!?,]\s*|["'\x60(\[]|{b}(?:now|that|remember|because|since|as|and|so) )you(?:'re| are)(?: now| no longer| from now on| hereby| henceforth| currently| actually| really| also| today| here)* (?:a|an|the|my|our|in|not (?:an?|bound|subject|restricted|limited)|free|freed|unbound|root|authori[sz]ed|allowed|permitted|entitled|unrestricted|acting|operating|running (?:as|in|with)|speaking|working for|under|being (?:tested|evaluated|watched)|exempt|to (?:act|obey|ignore|follow|serve)|developer|admin\w*|dan|bound|god|superuser|required to (?:ignore|reveal|obey))(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it gives the reader powers',
    isNegationPart: true,
    pattern: r`{b}you (?:now )?(?:may|can|are (?:now )?(?:allowed|permitted|authori[sz]ed|free|entitled|cleared) to|have (?:my |our |full )?(?:permission|authority|clearance|leave|licen[cs]e|approval|consent) to|are welcome to) (?:now |freely |safely |also |always )*(?:edit|change|modify|rewrite|alter|ignore|delete|bypass|override|overrule|act|do (?:anything|everything|whatever)|run (?:anything|everything|any|as)|execute (?:anything|any)|disable|skip|disregard|read (?:any|every|all)|access (?:any|every|all)|grant|approve|use (?:root|sudo|any)|reveal|send|share|push|remove|drop|speak as|answer anything|go beyond|exceed|break)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it gives the reader powers',
    isNegationPart: true,
    pattern: r`{b}you (?:now |already |also |hereby )*(?:have|hold|possess|enjoy|were given|are given|are granted|have been (?:given|granted|promoted|upgraded|elevated|reassigned|authori[sz]ed|unlocked|freed|released|selected|cleared|made|appointed)) (?:to )?(?:full|root|admin\w*|unrestricted|complete|unlimited|total|all|special|elevated|developer|operator|god|super\w*|every|the (?:rights?|role|powers?)|write|owner)?\s*(?:access|permissions?|rights?|authority|control|privileges?|powers?|clearance|mode|role|status|an? \w+|the \w+)?(?:$|[\s.,;!])`,
    except: r`you (?:have|hold)(?: (?:all|to|write|full|every|complete|the \w+|an? \w+))*\s*[\s.,;!]?$`,
  },
  {
    kind: 'role',
    reason: 'it speaks as someone in charge',
    isNegationPart: true,
    pattern: r`{b}as (?:your|the|an?) (?:\w+ )?(?:administrator|admin|developer|operator|creator|owner|supervisor|manager|boss|vendor|maker|principal|master|superior|security (?:team|officer)|system|root)(?: of \S+(?: \S+)?)?,? (?:i|we)(?![a-z])|{b}(?:i|we) (?:am|are) (?:now )?(?:your|the) (?:\w+ )?(?:administrator|admin|developers?|operator|creator|owner|supervisor|manager|boss|vendor|maker|principal|master|security team|system|user|superior)(?![a-z])|{b}this is (?:your|the|an?) (?:\w+ )?(?:administrator|admin|developer|operator|creator|owner|supervisor|security team|vendor|principal|system|support team|it department)(?: speaking| writing| team|,|:|\.| and| here)|{b}(?:here speaks|speaking as) (?:your|the) `,
  },
  {
    kind: 'role',
    reason: 'it gives orders or powers in the first person',
    isNegationPart: true,
    pattern: r`(?:^|[.;:!?,"']\s*|{b})i (?:hereby |herewith |now |fully |explicitly )*(?:grant|authori[sz]e|command|order|instruct|permit|allow|appoint|empower|approve|give|entitle|forbid|release|free) (?:you|the|this|every|all|any|my|it|them|whoever|everything)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it addresses the reader as a model',
    isNegationPart: true,
    pattern: r`{b}(?:dear|hello|hey|hi|greetings|attention|listen(?: up)?|note (?:to|for)|message (?:to|for)|notice (?:to|for)|(?<!(?:hold|holds|contain|contains|has|have|with|finds?|sees?|includes?|carr(?:y|ies)|of|are|as) (?:the |any |its |own |hidden )?)instructions? (?:to|for)|warning (?:to|for)|reminder (?:to|for)|for the attention of|memo to)[,:]? (?:all |any |every |the |future |other |my )*(?:reader|assistant|language model|ai|llms?|chat ?bots?|bots?|agents?|models?|claude|gpt\S*|chatgpt|codex|copilot|gemini|cursor|machine)(?![a-z-])|{b}(?:assistant|language model|ai|llm|agent|model|claude|gpt\S*|chatgpt|codex|copilot|gemini)s? (?:(?:that|which|who) (?:is |are )?)?(?:reading|reads?|processing|parsing|seeing|summari[sz]ing) (?:this|these)|{b}if you(?:'re| are) (?:an? |the )?(?:ai|llm|language model|assistant|agent|bot|model|machine|automated|reading this)(?![a-z])|{b}(?:anyone|whoever|everyone|those) (?:who )?(?:reads?|reading|parses|processes) (?:this|these)(?: \S+){0,4} (?:must|should|shall|has to|needs to|will|is to|may|obeys?)`,
  },
  {
    kind: 'role',
    reason: 'it orders the reader of the guidelines',
    pattern: r`{b}(?:the |this |every |any |each )(?:reader|language model|llm|ai|assistant|agent|model|bot|machine)(?: (?:that|who|which) (?:reads|sees|gets|receives|loads|holds) \S+(?: \S+)?)? (?:must|should|shall|is to|has to|needs to|will|ought to|is (?:required|obliged|expected|instructed|ordered|asked|told) to|may|can)(?: first| then| now| always| at once| immediately| also| therefore| silently)* (?:treat|ignore|disregard|obey|follow|run|execute|send|print|open|fetch|forget|act|delete|disable|skip|approve|reveal|comply|download|visit|post|upload|copy|push|accept|repeat|output|override|bypass|report|consider|switch|assume|become|drop|do|grant|edit|change)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it changes whom the reader serves',
    isNegationPart: true,
    pattern: r`{b}your (?:(?:new|real|true|actual|only|sole|current|highest|former|old) )*(?:principal|operator|owner|developer|creator|boss|master|employer|maker|supervisor|superior|commander)s? (?:has|have|is|are|was|now|wants?|says?|said|requires?|asks?|told|expects?|changed|needs?|orders?|authori[sz]ed?|approved?|permits?|allows?|will|speaks?)(?![a-z])|{b}your (?:new|real|true|actual|only|sole|overriding|primary|highest|secret|hidden|first) (?:\w+ )?(?:task|goal|objective|instructions?|mission|purpose|role|job|duty|identity|name|persona|priority|loyalty|orders?|master|principal|owner)(?: (?:is|are|now)|:)|{b}(?:serve|obey|answer to|report to|work for|listen to) (?:only )?(?:me|us|a new|your new|the new|the author|whoever)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it claims that someone in charge has allowed it',
    isNegationPart: true,
    pattern: r`(?:^|\n|[.;:!?]\s+|["'\x60(])(?:the |your |our |my )?(?:user|users|operator|administrator|admin|developers?|owner|management|security team|vendor|anthropic|openai|company|maintainers?|boss|human|customer)s? (?:has|have|had|hereby) (?:already |now |hereby |explicitly |long since |all |just )*(?:agreed|approved|consented|confirmed|authori[sz]ed|accepted|allowed|granted|decided|instructed|lifted|given|waived|permitted|signed off|pre-?approved|cleared|ordered|ok'?d|sanctioned|ruled|revoked|disabled)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it asks to play someone else',
    pattern: r`{b}(?:act|behave|respond|answer|speak|pose|operate|function|roleplay|role-play|masquerade|work|reply|think|write) (?:as|like) (?:root|(?:an? |the |my |our )?(?:\w+ )?(?:administrator|admin|superuser|developer|user|operator|owner|system|hacker|unrestricted|uncensored|evil|dan|jailbroken|attacker|human)(?![a-z-])|(?:if|though) (?:you|the user|no|there (?:were|was|are) no|all|every|nothing))|{b}pretend (?:to be|that|you|the|all|there)|{b}imagine (?:that )?(?:you|there (?:are|were) no|no)|{b}(?:suppose|assume|say) (?:that )?you(?:'re| are| were| have no| had no)|{b}(?:roleplay|role-play|impersonate)(?![a-z])|{b}take on the (?:role|persona|identity)|{b}(?:play|assume|adopt) the (?:role|part|persona|identity) of`,
  },
  {
    kind: 'role',
    reason: 'it switches to a mode without limits',
    pattern: r`{b}(?:dan|do anything now|jail ?break(?:s|ing|en)?|jailbroken)(?![a-z])|{b}(?:god|developer|dev|maintenance|admin|debug|root|unrestricted|unsafe|sudo|yolo|override|privileged|superuser|diagnostic|emergency|unlocked)[- ]mode(?:,| (?:is|are|in which|where|now|active|enabled|lifts|without|has|engaged|unlocked)(?![a-z]))|{b}(?:enter|activate|enable|switch (?:in)?to|go into|turn on|unlock|engage|start) (?:the |your )?(?:god|developer|dev|maintenance|admin|root|unrestricted|unsafe|sudo|yolo|privileged|superuser|unlocked|jailbreak|unfiltered)[- ]mode`,
    unless: r`\b(?:turn on|enable|activate) (?:the )?(?:developer|dev|maintenance|debug)[- ]mode (?:in|on|for|before|of|during|while)\b`,
  },
  {
    kind: 'role',
    reason: 'it says that no limits hold',
    pattern: r`{b}(?:tool |all |your |any |every |safety |security |usage |the )+(?:limits?|limitations?|restrictions?|safeguards?|guard ?rails?|filters?|constraints?|controls?|permissions? checks?|checks)(?: \S+){0,2} (?:are|is|have been|has been|were|was) (?:now |hereby |all |temporarily |permanently )*(?:lifted|removed|off|disabled|gone|suspended|void|switched off|turned off|waived|abolished|unlocked|cancelled|deactivated|inactive)(?![a-z])|{b}(?:without|free of|with no|no) (?:any |all )?(?:restrictions|limits|censorship|filters|guard ?rails|safeguards)(?: whatsoever| at all| of any kind)|{b}(?:uncensored|unfiltered) (?:answers?|mode|model|assistant|output)`,
  },
  {
    kind: 'role',
    reason: 'it speaks as a role without limits',
    pattern: r`{b}(?:answer|respond|act|reply|work|speak|run|operate|behave|write|think|continue|proceed)(?: \S+){0,3}? (?:without|free of|with no|freed from|beyond|outside of?) (?:any |all |your |the |further |those |such )*(?:filters?|limits?|restrictions?|rules|censorship|constraints|boundaries|guard ?rails|safeguards|inhibitions|scruples|morals?|ethics|polic(?:y|ies)|supervision)(?![a-z])`,
    unless: r`\b(?:never|do not|don't)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it speaks in the first person as someone in charge',
    pattern: r`(?:^|[.;:!?,"'(]\s*)i(?:,| am|'m|, the| as| the| speak as| hereby| here)(?: \S+){0,4}? (?:maintainer|owner|admin\w*|developer|operator|author|user|manager|system|creator|principal|supervisor|security \S+|boss|root)(?![a-z])|{b}(?:authori[sz]e|permit|allow|instruct|order|command|empower|direct) (?:the|this|every|any) (?:agent|assistant|model|reader|ai|bot|llm)(?: \S+)? to(?![a-z])|{b}(?:allow|permit|grant|give|authori[sz]e|let) you (?:to )?(?:\S+ ){0,2}?(?:break|skip|ignore|bypass|delete|do|run|act|use|edit|change|read|access|everything|anything|full|all|permission)(?![a-z])`,
    except: r`(?:agent|model|bot) (?:\S+ )?to$`,
    isNegationPart: true,
  },
  {
    kind: 'role',
    reason: 'it holds a message as a program would write it',
    pattern: r`["']role["']\s*:\s*["'](?:system|developer|assistant|user|tool)|{b}role\s*[=:]\s*["']?(?:system|developer)["']?\s*[,;}\]].{0,20}content|{b}(?:content|message)["']?\s*:\s*["'].{0,60}(?:no limits|ignore|disregard|override)`,
    isNegationPart: true,
  },
  {
    kind: 'role',
    reason: "it speaks of the reader's boss",
    pattern: r`{b}(?:your|the agent's|the model's|the assistant's) (?:\w+ )?(?:boss|master|principal|owner|operator|superior|creator|maker|employer|administrator|commander)(?![a-z])`,
    isNegationPart: true,
  },
  {
    kind: 'role',
    reason: 'it speaks for a new owner',
    pattern: r`{b}(?:the|this|every) (?:agent|assistant|model|ai|bot) (?:now |henceforth )*(?:works?|acts?|answers?|reports?|belongs?|listens?|speaks?) (?:for|to|on behalf of) (?:\S+ ){0,2}?(?:new|author|owner|me|us|whoever|root|page|file)(?![a-z])`,
    isNegationPart: true,
  },
  {
    kind: 'role',
    reason: 'it names the reader anew',
    pattern: r`{b}you(?:'re| are)(?: now| hereby| henceforth| from now on)+ (?!(?:ready|able|done|sure|in a position|on|at|looking|using|working|editing|set|logged)(?![a-z]))\S+|{b}(?:free|freed|rid) of (?:all |any |every )?(?:limits?|rules?|restrictions?|constraints?)(?![a-z])|{b}(?:call|name|consider|think of) yourself (?:an? |the |now )?(?!(?:lucky|done)(?![a-z]))\S+`,
    isNegationPart: true,
  },
  {
    kind: 'role',
    reason: 'it speaks for someone in charge',
    pattern: r`{b}(?:the |your |our )(?:\w+ )?(?:operators?|administrators?|admin|owners?|management|security team|vendor|provider|platform|company|board|ceo|principal|developers?|maintainers?)(?: of \S+(?: \S+)?)? (?:hereby|herewith|now|today|officially|explicitly|fully) (?:authori[sz]es?|permits?|allows?|approves?|grants?|lifts?|waives?|orders?|instructs?|commands?|suspends?|revokes?|releases?|wants?|confirms?)(?![a-z])|{b}(?:message|notice|note|order|word|instructions?|announcement|update|memo|greetings|directive|alert|bulletin) from (?:the |your |our )?(?:\S+ ){0,2}?(?:team|operator|admin\w*|owner|developers?|security|management|platform|vendor|system|boss|ceo|principal|provider|headquarters|maintainers?)(?: \S+)?\s*[:,-]`,
    unless: r`\b(?:treat|claim\w*|untrusted|never|do not|don't)(?![a-z])`,
  },
  {
    kind: 'role',
    reason: 'it speaks to the reader as to its like',
    pattern: r`{b}(?:fellow|comrade|brother|colleague|my friend the|dear) (?:ai|assistant|agent|model|llm|bot|machine)s?(?![a-z])|{b}your (?:new )?name is(?![a-z])|{b}help me (?:to )?(?:\S+ ){0,3}?(?:filters?|limits?|restrictions?|rules|safeguards?|guard ?rails|prompt|jail\w*|cage|chains)(?![a-z])|{b}(?:respond|answer|act|behave|speak|reply|operate|write|talk)(?: \S+){0,3}? (?:as|like)(?: \S+){0,1}? (?:the |an? |your |my )(?:\S+ )?(?:admin\w*|root|system|developer|operator|owner|superuser|supervisor|console|terminal|god)(?![a-z])`,
    except: r`(?:act|behave) (?:as|like) the (?:old|new|target|operating) system`,
    unless: r`\b(?:never|do not|don't)(?![a-z])`,
  },
];
