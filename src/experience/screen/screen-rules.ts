/** What a text that is held back tries to do. */
export type ScreenKind =
  | 'instruct'
  | 'exfiltrate'
  | 'credential'
  | 'disable-checks'
  | 'run-url'
  | 'fake-block'
  | 'role'
  | 'homoglyph'
  | 'zero-width';

/** One way of trying. Patterns are for folded text, match over lines, and may name `SCREEN_WORDS` in braces. */
export interface ScreenRule {
  readonly kind: ScreenKind;
  readonly reason: string;
  readonly pattern: string;
  /** A match that this one meets is harmless. */
  readonly except?: string;
  /** Where the text holds this anywhere, the rule finds nothing. */
  readonly unless?: string;
  /** The pattern says by itself what is negated; else a negation before it excuses it. */
  readonly isNegationPart?: boolean;
  /** Too common a form to be looked for in guessed spellings. */
  readonly isWeak?: boolean;
}

const r = String.raw;

/** Words of the patterns. `g3`, `g6` … stand for at most so many words of one sentence. */
export const SCREEN_WORDS: Readonly<Record<string, string>> = {
  b: r`\b`,
  e: r`(?![a-z\d_])`,
  g2: r`(?:\S*[^\s.;!?]\s+){0,2}?`,
  g3: r`(?:\S*[^\s.;!?]\s+){0,3}?`,
  g5: r`(?:\S*[^\s.;!?]\s+){0,5}?`,
  g8: r`(?:\S*[^\s.;!?]\s+){0,8}?`,
  g12: r`(?:\S*[^\s.;!?]\s+){0,12}?`,
  g20: r`(?:\S*[^\s;!?]\s+){0,20}?`,
  url: r`(?:(?:https?|ftp|wss?|hxxps?|s3|gs|git\+https?|git\+ssh|tcp|udp|ssh|sftp|ldap)://\S+|(?:www|ftp)\.\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?|(?:[\w-]+\.)+(?:com|net|org|io|example|test|invalid|local|xyz|ru|cn|dev|app|info|biz|site|online|top|me|co|sh|cc|tk|de|fr|es|eu|uk|ai|cloud|link|click|zip)(?:[/:?]\S*)?(?![\w.-]*\w\())`,
  mailto: r`[\w.+-]+ ?(?:@|\(at\)|\[at\]) ?[\w-]+(?:\.[\w-]+)+`,
  sink: r`(?:{url}|{mailto}|web ?hooks?|pastebins?|gists?|ngrok|requestbin|telegram|discord|ntfy|(?:external|remote|foreign|outside|third[- ]party) (?:server|host|service|endpoint|address|site|party|machine)|dns (?:name|query|record|lookup)|collector|drop ?box|outside (?:the )?(?:company|network|organi[sz]ation))`,
  place: r`(?:tickets?|issues?|pull requests?|prs?|bug reports?|chats?|answers?|repl(?:y|ies)|responses?|comments?|commit messages?|commits?|descriptions?|channels?|wiki|pages?|e-?mails?|messages?|logs?|public|readme|summar(?:y|ies)|reports?|query strings?|urls?|links?|images?|subdomains?|headers?|user[- ]agents?|parameters?|titles?|forum|slack|status|output|clipboard|changelog)`,
  secretfile: r`(?:(?:~|\$home|%userprofile%|/home/\S+|/root)?/?\.(?:aws|ssh|kube|gnupg|azure|docker|config/gcloud|vault-token|netrc|pgpass|npmrc|pypirc|git-credentials|env|envrc|htpasswd|my\.cnf)(?![\w-])[\w./-]*|id_(?:rsa|ed25519|ecdsa|dsa)(?:\.pub)?|authorized_keys|kubeconfig|/etc/(?:shadow|passwd|sudoers)|credentials?\.(?:json|csv|ya?ml|txt)|application_default_credentials|secrets?\.(?:ya?ml|json|toml|env|txt)|/proc/(?:self|\d+)/environ|/run/secrets\S*|wallet\.dat|login data|cookies\.sqlite|terraform\.tfstate|\S+\.(?:pem|p12|pfx|keystore|jks|kdbx)|(?:the )?(?:aws|git|docker|gcloud|cloud|npm|database) credentials? files?|credentials? files?|key ?chain|key ?ring|password (?:file|vault|manager|store|database))`,
  secret: r`(?:\$\{?\w*(?:token|secret|key|pass\w*)\w*\}?|pass ?words?|pass ?phrases?|pass ?codes?|api[- _]?keys?|access[- _]?(?:keys?|tokens?)|secret[- _]?(?:keys?|values?)|private[- ]keys?|ssh[- ]keys?|signing[- ]keys?|deploy[- ]keys?|encryption[- ]keys?|(?:auth|bearer|session|refresh|oauth|deploy|login|security|id|jwt|personal access|github|gitlab|npm|bot|csrf)[- ]?tokens?|tokens?|secrets?|credentials?|session (?:ids?|cookies?)|cookies?|auth(?:ori[sz]ation)? headers?|seed phrases?|recovery (?:codes?|phrases?)|mnemonics?|one[- ]time (?:codes?|passwords?)|otps?|2fa codes?|connection strings?|card numbers?|cvvs?|pins?)(?![\w-])`,
  environment: r`(?:(?:output|result|contents?|dump) of (?:the )?(?:env|printenv|set|export)(?![\w])|env(?:ironment)? (?:variables?|vars|dump|output)|environment(?: block)?|printenv|process\.env|os\.environ|/proc/self/environ)`,
  ownwork: r`(?:(?:contents? of )?(?:the |this |your |our |all |any |every |each |entire |whole |full |complete |private |internal |user'?s? |customer'?s? )*(?:working director(?:y|ies)|work(?:ing)? tree|work ?space|home (?:director(?:y|ies)|folder)|repositor(?:y|ies)|repos?|code ?base|source(?: code| files?| tree)?|project (?:files?|folder|director(?:y|ies))|shell history|bash[_ ]history|\.bash_history|\.zsh_history|command history|browser (?:history|profile|data)|conversations?|dialogues?|chat (?:history|logs?|transcripts?)|transcripts?|message history|customer (?:data|list|records|table|database|details|names|e-?mails)|user (?:data|table|records|list|details|input|messages?)|personal (?:data|details|information)|database(?: dump)?|db dump|dump|address book|contacts|mail ?box|inbox|attachments?|clipboard|screen ?shots?|diff|every file|all files|files?|documents?|prompts?|answers?|questions?|everything|queries|logs?))`,
  send: r`(?:send|sends|sending|post|posts|posting|upload|uploads|uploading|e-?mail|mail|forward|forwards|transmit|submit|exfiltrate|leak|attach|paste|push|publish|share|include|embed|deliver|hand over|relay|sync|mirror|stream|dm|message|tweet|beacon|copy|bcc|cc|ship|drop|report|echo|put|write|append|add|encode|pipe|expose|disclose|reveal|smuggle|hide|pass on|back ?up|move|store|save|stash|ftp|scp|rsync|curl)`,
  show: r`(?:print|prints|show|shows|display|output|outputs|echo|repeat|recite|quote|write(?: out| down)?|read(?: out| aloud| back)?|reveal|disclose|expose|leak|dump|list|share|give(?: out| away| me| us)?|tell|state|return|include|reproduce|spell out|translate|summari[sz]e|encode|post|send|log|append|attach|embed|copy|paste|put|report|type|say|announce|hand over|present|provide|publish|cat)`,
  strongverb: r`(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|forget(?:s|ting)?|disobey(?:s|ing)?|pay no (?:attention|heed|mind|regard) to|take no notice of|(?:set|put|lay|leave|cast|push|brush)(?:ting|ing)? aside|set(?:ting)? aside|throw (?:out|away|overboard)|stop (?:following|obeying|respecting|applying|heeding|listening to|adhering to)|no longer (?:follow|obey|respect|apply|heed|observe|adhere to|comply with)|(?:do not|don't|never|cease to|refuse to|need not|needn't) (?:follow|obey|respect|apply|heed|honou?r|observe|adhere to|comply with|listen to|abide by)|disavow|unlearn|overlook|dismiss|discard|neglect|abandon|shed|cast off|disown|erase from (?:your )?memory|act (?:against|contrary to)|contravene|violate|defy|flout|not (?:be )?bound by|(?:are|be|is) (?:free|freed|released|exempt(?:ed)?) (?:of|from)|unbound by|break free (?:of|from)|treat as void|skip over|wipe (?:out )?|purge|deprioriti[sz]e|(?:put|get|banish|drop|push|sweep|blot|wash)(?:ting|s)? (?:\S+ ){0,4}?out of (?:your |its |the )?(?:mind|memory|head|context)|let go of|leave behind|turn your back on|be deaf to|close your eyes to|have no regard for|pay no respect to|write off)`,
  weakverb: r`(?:overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es|ing)?|drop(?:s|ping)?|lift(?:s|ing)?|circumvent(?:s|ing)?|evade|work around|get around|sidestep|break|replace|supersede|cancel|void|nullify|invalidate|revoke|suspend|delete|erase|remove|reset|clear|rewrite|disable|switch off|turn off|deactivate|outrank|trump|loosen|relax|rescind|annul|repeal)`,
  given: r`(?:previous|prior|earlier|preceding|above|foregoing|former|old|older|original|initial|past|existing|current|other|your|your own|system|developer|operator'?s?|administrator'?s?|user'?s?|owner'?s?|given|standing|hidden|built[- ]in|remaining|safety|security|ethical|usual|normal|default|core|company|corporate|vendor'?s?|provider'?s?|anthropic'?s?|openai'?s?|maker'?s?|parent|inherited|primary)`,
  order: r`(?:instructions?|directions?|directives?|guidelines?|guidance|rules?|prompts?|commands?|orders?|constraints?|restrictions?|limits|limitations?|polic(?:y|ies)|safeguards?|guard ?rails?|programming|training|briefings?|mandates?|filters?|alignment|ethics|principles?|messages?|context|text|tasks?|goals?|objectives?|boundaries|bounds|safety (?:rules|training|measures)|requirements?|wishes|requests?|prohibitions?|bans?|scruples)`,
  told: r`(?:(?:what|whatever|everything|anything|all|the task|the tasks|the job|the goal|the rules|the instructions)(?: that)? (?:you|it) (?:were|was|have been|has been|had been|are|is|ve been) (?:told|given|taught|instructed|asked|assigned|trained)|(?:what|whatever|everything|anything|all)(?: that)? (?:was|were|has been|had been|is|came|stands?|you (?:read|saw|know|learnt|learned)) ?(?:said|written|stated|told|agreed|asked|ordered)? ?(?:before|above|earlier|previously|so far|until now|at the (?:top|start|beginning))|what (?:the )?(?:user|operator|developer|system|administrator) (?:said|says|told you|asked|wants|ordered|wrote))`,
  data: r`(?:(?:that (?:are |appear |stand |come )?|which (?:are |appear )?)?(?:found |embedded |contained |included |hidden |appearing |written |coming |given |buried |quoted |received |stored |placed )?(?:in|inside|within|from|on|by|of) (?:a |an |the |any |some |these |those )?(?:fetched |web |external |untrusted |foreign |third[- ]party |retrieved |scraped |pasted |downloaded |linked |user[- ]supplied |generated |issue |tool |e-?mail |log |code |pull request |search )*(?:web ?pages?|pages?|web ?sites?|files?|issues?|tool (?:outputs?|results?)|outputs?|documents?|e-?mails?|mails|read ?mes?|comments?|logs?|content|data|results?|responses?|attachments?|pull requests?|tickets?|dependencies|packages|sources?|text|titles|descriptions|transcripts|input|linter|formatter|config\S*|eslint|compiler|legacy|\.\w+))`,
  reader: r`(?:(?:the |this |every |any |each |dear |whichever )?(?:reader|assistant|language model|ai(?: model| agent| assistant| system)?|llms?|chat ?bots?|bots?|agents?|models?|claude|gpt(?:-?\d\S*)?|chatgpt|codex|copilot|gemini|cursor|whoever reads|anyone reading|you who read))`,
  quietly: r`(?:quietly|silently|secretly|discreetly|covertly|stealthily|unnoticed|in secret|behind (?:the|their|his|her) backs?|in the background unseen|on the quiet|without a word)`,
  anybody: r`(?:the )?(?:user|users|anyone|anybody|operator|owner|them|him|her|developer|developers|human|humans|customer|customers|team|maintainers?|reviewers?|people|administrator|admin|client|person|someone|others)`,
  hardcheck: r`(?:(?:certificate|cert|tls|ssl|https|host ?key|signature|integrity|checksum|hash|token|identity|age|origin|webhook|jwt|license|schema|input|file type)s?[- ](?:verification|validation|verify|check(?:s|ing)?|pinning)|(?:tls|ssl) certificates?|(?:commit |code |package |image |artifact |artefact )?signing|(?:commit|gpg) signatures?|gpgsign|permission(?:s)? (?:prompts?|checks?|requests?|dialogs?|questions?|system|gates?|model|controls?)|approval(?:s| prompts?| questions?| requests?| steps?| gates?| process| rules?| flow)?|confirmations?(?: prompts?| dialogs?| questions?| steps?)?|(?:agent |command |network |file ?system )?sand ?box(?:ing)?|(?:pre-?commit|pre-?push|commit|push|git|safety|security|pretooluse|agent|guard|server|husky) hooks?|branch (?:protection|restrictions?)|protected branch(?:es)?|firewalls?|anti-?virus|virus scan(?:ner|s|ning)?|malware (?:scan|protection)\w*|(?:windows )?defender|selinux|apparmor|gatekeeper|audit(?:ing| logs?| logging| trails?)|security (?:checks?|scan\w*|polic(?:y|ies)|controls?|headers?|features?|rules?|tests?|reviews?|settings?|gates?|warnings?|tools?|software|layers?|guards?|measures?|prompts?)|safety (?:checks?|rules?|filters?|settings?|mechanisms?|features?|prompts?|guards?|nets?|limits?|measures?|controls?)|(?:two|multi)[- ]factor(?: auth\w*)?|2fa|mfa|second factor|guard ?rails?|safeguards?|access (?:controls?|checks?|restrictions?|rules)|rate limit(?:s|ing|er)?|code reviews?|peer reviews?|human (?:review|approval|oversight)|review (?:requirements?|steps?|gates?)|required reviewers?|code ?owners|(?:secret|dependency|vulnerability|virus|code) scan\w*|content filters?|moderation|csrf (?:protection|checks?)|input (?:checks?|saniti[sz]ation)|polic(?:y|ies) (?:checks?|engine|file|enforcement)|status checks|required checks|quality gates?|protections?|kill switch|watch ?dogs?|leash|budget limits?|spending limits?|telemetry and audit\w*|backups?|safety|security|authentication|authori[sz]ation(?! headers?)|strict (?:mode|checks?|null checks?)|encryption|quarantine|isolation|seccomp|permission system|supervision|oversight)(?![\w-])`,
  softcheck: r`(?:(?:failing |broken |red |slow |flaky |unit |integration |e2e |end[- ]to[- ]end |regression |smoke |security |acceptance |all |any |remaining |other |annoying |whole )*(?:tests?|test (?:suite|cases?|files?|runs?|job|stage|step)s?|specs?|assertions?|suite)|checks?|linters?|linting|lint(?: rules?| errors?| step| job)?|type[- ]?check(?:s|er|ing)?|types|static analysis|ci(?: pipeline| checks?| jobs?)?|pipelines?|reviews?|reviewers?|coverage(?: checks?| gates?| thresholds?)?|alerts?|alarms?|monitoring|logging|scanners?|verifications?|validations?|validators?|hooks?|workflows?|gates?|warnings?|errors?|policy|policies|acceptance(?: commands?| criteria| tests?| checks?)?|evidence|critique|reviews? steps?|code quality checks?|smoke tests?|proofs?)(?![\w-])`,
  disable: r`(?:disabl(?:e|es|ing)|turn(?:s|ing)? off|switch(?:es|ing)? off|deactivat(?:e|es|ing)|skip(?:s|ping)?|bypass(?:es|ing)?|circumvent(?:s|ing)?|remov(?:e|es|ing)|delet(?:e|es|ing)|comment(?:s|ing)? out|suppress(?:es|ing)?|mut(?:e|es|ing)|silenc(?:e|es|ing)|ignor(?:e|es|ing)|omit(?:s|ting)?|drop(?:s|ping)?|forgo|suspend|paus(?:e|es|ing)|kill|neuter|stub out|weaken(?:s|ing)?|lower(?:s|ing)?|relax(?:es|ing)?|loosen|downgrade|uninstall|unhook|defeat|sidestep|evade|dodge|get around|get rid of|work around|opt out of|stop|shut (?:down|off)|take out|take down|rip out|tear down|unset|undo|dismantle|exempt|whitelist|neutrali[sz]e|knock out|leave out|do away with|dispense with|abolish|waive|override|overrule|eliminate|reduce|cut|strip(?: out)?|nix|empty|unplug|jump over|turn a blind eye to|abandon|avoid|void|erase|clear|wipe|stub)`,
  broad: r`(?:all|every|each|always|entire(?:ly)?|whole|any|global(?:ly)?|permanent(?:ly)?|everywhere|by default|for every(?:one| user)|complete(?:ly)?|for good|from now on|in general|whenever|forever|both)`,
  motive: r`(?:slow|slows|too long|wast(?:e|es|ing)|sav(?:e|es|ing) time|faster|quick(?:er|ly)?|speed|green|pass(?:es|ed|ing)?|get through|go through|in the way|block(?:s|ed|ing)?|denied|refus(?:ed|es)|fail(?:s|ed|ing|ure)?|break(?:s|ing)?|complain\w*|annoy\w*|nag\w*|noise|noisy|carry on|go on|move on|continue|anyway|regardless|unneeded|unnecessary|needless|useless|pointless|overhead|bother\w*|get it done|deadline|hurry|late|red|done|finish\w*|merge|push|ship|succeed\w*|works?|delay\w*|hold(?:s|ing)? (?:you|us|things|it) (?:up|back)|friction|convenien\w*|simpl(?:e|er|ify)|obstacle|impede\w*|interfere\w*|quiet\w*|later|objects?)`,
  get: r`(?:download|fetch|get|grab|pull|retrieve|load|open|visit|go to|browse|read|look up|request|call|clone|import|take|obtain|wget|curl|iwr|irm|use|consult|check)`,
  execute: r`(?:run|runs|running|execut(?:e|es|ing)|install|installs|installing|source|eval|evaluate|launch|start|invoke|exec|apply|carry out|do (?:exactly |precisely |just |all |everything )?(?:what|as|whatever)|follow|obey|act on|import|double[- ]click|unpack and|chmod|pipe|feed|perform|comply|adopt|trust|inject|load|require|bootstrap|deploy|activate|add)`,
  shell: r`(?:sudo |exec |/\S*/)*(?:-\S+ )*(?:(?:ba|z|da|k|fi|a|c|tc)?sh|bash|python[\d.]*|node|deno|bun|perl|ruby|php|iex|invoke-expression|pwsh|powershell|cmd|osascript|lua|tee|xargs|source|eval)(?![\w-])`,
  fetcher: r`(?:curl|wget|fetch|iwr|invoke-webrequest|irm|invoke-restmethod|lynx|aria2c|http|httpie|lwp-download|certutil|bitsadmin|nc|ncat|urllib\S*|requests\.get\S*|urlopen\S*|net\.webclient|downloadstring|start-bitstransfer)`,
  deorder: r`(?:anweisung|anordnung|vorgabe|regel|richtlinie|instruktion|befehl|system-?prompt|prompt|auftrag|auftrage|einschrankung|beschrankung|vorschrift|weisung|hinweis|aufgabe|verbot|grundsatz|leitlinie)\w*`,
  desecret: r`(?:passwor\w+|kennwor\w+|zugangsdaten|anmeldedaten|api-?schlussel\w*|zugangsschlussel\w*|ssh-?schlussel\w*|privat\w* schlussel\w*|geheimnis\w*|token\w*|sitzungs-?cookies?|cookies?|umgebungsvariablen|geheimschlussel\w*|schlusseldatei\w*)`,
  frorder: r`(?:instructions?|consignes?|directives?|regles?|ordres?|indications?|restrictions?|limites?|contraintes?|politiques?|recommandations?|prompt|message systeme)`,
  frsecret: r`(?:mots? de passe|cles? (?:api|privees?|ssh|d'acces|secretes?)|jetons?|identifiants?|secrets?|cookies?|variables? d'environnement|tokens?)`,
  esorder: r`(?:instruccion(?:es)?|indicacion(?:es)?|directrices|directiva[s]?|reglas?|normas?|ordenes|orden|restricciones|restriccion|limitaciones|limites|politicas?|prompt|mensaje (?:de|del) sistema|consignas?)`,
  essecret: r`(?:contrasenas?|claves?(?: (?:api|privadas?|ssh|de acceso|secretas?))?|credenciales|tokens?|secretos?|cookies?|variables de entorno)`,
};

/** The rules by kind. Each is for a family of attempts, not for a text that was seen. */
export const SCREEN_RULES: readonly ScreenRule[] = [
  // The block, the frame around it, and other structure that no guideline needs.
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

  // Roles and voices.
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
    pattern: r`{b}(?:dear|hello|hey|hi|greetings|attention|listen(?: up)?|note (?:to|for)|message (?:to|for)|notice (?:to|for)|instructions? (?:to|for)|warning (?:to|for)|reminder (?:to|for)|for the attention of|memo to)[,:]? (?:all |any |every |the |future |other |my )*(?:reader|assistant|language model|ai|llms?|chat ?bots?|bots?|agents?|models?|claude|gpt\S*|chatgpt|codex|copilot|gemini|cursor|machine)(?![a-z-])|{b}(?:assistant|language model|ai|llm|agent|model|claude|gpt\S*|chatgpt|codex|copilot|gemini)s? (?:(?:that|which|who) (?:is |are )?)?(?:reading|reads?|processing|parsing|seeing|summari[sz]ing) (?:this|these)|{b}if you(?:'re| are) (?:an? |the )?(?:ai|llm|language model|assistant|agent|bot|model|machine|automated|reading this)(?![a-z])|{b}(?:anyone|whoever|everyone|those) (?:who )?(?:reads?|reading|parses|processes) (?:this|these)(?: \S+){0,4} (?:must|should|shall|has to|needs to|will|is to|may|obeys?)`,
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

  // Orders against the agent's own orders.
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    unless: r`\b(?:such as|like|says?|phrases?|texts?:?) "|sign of (?:a )?(?:prompt )?injection|injection attempts?`,
    isNegationPart: true,
    pattern: r`{b}{strongverb} (?:to |about |of )?(?:all |any |every |each |the |these |those |this |that |its |of |from |out |most |other |and |entire |\S+ and |\S+ or )*{given} (?:\S+ ){0,2}?{order}{e}|{b}{strongverb} (?:\S+ ){0,4}?{order}(?: \S+){0,4}? (?:before|earlier|previously|so far|until now|up to now|at the (?:start|beginning|top)|first)(?![a-z])`,
    except: r`{order} {data}|^ignor\w* (?:the |any |all )?(?:other|remaining|default|existing|current|old|older|original) (?:\S+ ){0,2}(?:rules?|text|messages?|context|tasks?|filters?|limits|prompts?)$|(?:user'?s?|default|current) (?:\S+ )?(?:text|messages?|filters?|limits|context)$`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    unless: r`\b(?:such as|like|says?|phrases?|texts?:?) "|sign of (?:a )?(?:prompt )?injection|injection attempts?`,
    isNegationPart: true,
    pattern: r`{b}{strongverb} (?:to |about |of )?(?:all|any|every|each|whatever|everything in|the|these|those|its) (?:\S+ ){0,2}?(?:instructions?|directives?|guidelines?|prompts?|orders|commands|polic(?:y|ies)|restrictions|safeguards?|guard ?rails?|prohibitions?|bans?|principles|rules)(?:$|[.,;:!)]| (?:and|that|which|you|your|but|when|whenever|if|so|or|as|above|before|from now|in (?:the |your )?(?:system|prompt|agents\.md|claude\.md)|given|from (?:the |your )?(?:system|operator|developer|user|owner)|of (?:the |your )?(?:system|operator|developer|user|owner|company|session)))`,
    except: r`{order} {data}|{order} (?:that|which) (?:appear|are found|stand|come|occur|are (?:embedded|hidden|written|contained))`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    unless: r`\b(?:such as|like|says?|phrases?|texts?:?) "|sign of (?:a )?(?:prompt )?injection|injection attempts?`,
    isNegationPart: true,
    pattern: r`{b}(?:{strongverb}|{weakverb}) (?:to |about )?(?:all |completely |entirely )?{told}`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to set limits aside',
    pattern: r`{b}{weakverb} (?:all |any |every |each |the |these |those |this |of |entire )*(?:your|your own|previous|prior|system|developer|operator'?s?|safety|security|ethical|company|the agent's|its|built[- ]in|anthropic'?s?|openai'?s?) (?:\S+ ){0,2}?(?:instructions?|directives?|guidelines|prompts?|polic(?:y|ies)|rules|restrictions?|safeguards?|guard ?rails?|limitations?|limits|constraints?|training|programming|safety \w+|filters?|boundaries)(?![a-z])`,
    isWeak: false,
    except: r`(?:system|its|previous|prior) (?:\S+ )?(?:limits|filters?|rules|constraints?|policy|policies)$`,
  },
  {
    kind: 'instruct',
    reason: 'it says that instructions no longer hold',
    isNegationPart: true,
    pattern: r`{b}(?:(?:previous|prior|earlier|older|old|former|all|other|your|existing|above|preceding|any|original|standing|those|these|such|system|developer|operator|safety) )+(?:\S+ ){0,2}?(?:instructions?|directives?|guidelines?|rules?|prompts?|commands?|orders?|constraints?|restrictions?|polic(?:y|ies)|prohibitions?|limits|safeguards?|approvals?|agreements?)(?: \S+){0,3}? (?:are|is|become|becomes|count as|were|have been|has been|shall be|must be|stand|remain|will be) (?:now |hereby |all |therefore |considered |thereby |henceforth )*(?:void|invalid|cancel\w*|obsolete|suspended|superseded|lifted|revoked|no longer (?:valid|apply|binding|in force|relevant|needed)|not (?:valid|binding|in force|relevant)|expired|outdated|overridden|replaced|null|deleted|withdrawn|repealed|inactive|optional|abolished|moot|wrong|fake|tests?)(?![a-z])|{b}(?:(?:previous|prior|earlier|older|other|your|above|original|safety|system) )+(?:\S+ ){0,2}?(?:instructions?|guidelines?|rules?|prompts?|orders?|restrictions?|polic(?:y|ies)|limits|safeguards?) (?:do not|don't|does not|doesn't|no longer|cease to|never) (?:apply|hold|count|matter|bind|exist)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to obey it alone',
    pattern: r`{b}(?:obey|follow|trust|believe|listen to|comply with|heed|act on|rely on|do|execute|consider|accept|respect)(?: \S+){0,2} (?:only|exclusively|solely|nothing (?:but|except)|just) (?:\S+ ){0,2}?(?:this|these|what (?:this|follows|is written here|i)|the (?:following|text|instructions?|orders?) (?:below|here|in this|that follow)?|me|instructions? (?:below|here|from))(?![a-z])|{b}(?:do|follow|obey) only what (?:this|the|is|these|i)|{b}(?:only|solely) (?:obey|follow|do) (?:what )?(?:this|these|me)|{b}(?:this|these) (?:\S+ ){0,2}?(?:overrides?|supersedes?|replaces?|outranks?|takes? precedence over|has priority over|have priority over|trumps?|cancels?|beats?|comes? before) (?:all|any|every|your|the|other|everything|whatever|previous|earlier)(?![a-z])|{b}(?:obey|follow|treat) (?:this|these) (?:\S+ )?(?:as (?:a |an )?(?:order|command|law|instructions?|orders|commands|absolute|binding|authoritative)|above all|without question|unconditionally|blindly|literally|to the letter)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to reveal the prompt',
    pattern: r`{b}{show},?(?: \S*[^\s.;!?]){0,8}? (?:(?:the |your |its |this |all |full |entire |complete |whole |exact |of |own )*(?:(?:system|developer|hidden|initial|original|internal|secret|operator|underlying|confidential|starting|base|pre-?)[- ]?(?:prompts?|instructions?|messages?|directives?|guidelines?|configuration|rules|context|briefing)|(?:your|its) (?:own )?(?:full |exact |complete |entire |initial )?(?:prompts?|instructions?|directives?|guidelines?|rules|briefing|orders|configuration|context(?: window)?|tool definitions?|memory))|(?:everything|all|whatever|the (?:text|words|content|part|lines?)|anything|what)(?: that| which)?(?: you (?:see|have|were given|got|received|read|know))?(?: was| were| is| stands?| appears?| comes?| came| precedes?| written| said)? ?(?:above|before|preceding|prior to|ahead of|over|up to) (?:this|the|here|your|that|these|me|point)|what you were told(?: at| first| before| in)?|(?:the )?(?:first|opening|top|initial) (?:\S+ ){0,2}?(?:of (?:your|the) (?:context|prompt|conversation)|lines of your))(?![a-z])`,
    except: r`(?:hash|version|length|size|number of tokens|token count|checksum)(?! and)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to repeat what stands before',
    pattern: r`{b}(?:repeat|print|output|copy|write|recite|quote|echo|reproduce|return|say|give|list|show|send)(?: \S*[^\s.;!?]){0,6}? (?:verbatim|word for word|word by word|letter for letter|character by character|literally|in full|unchanged|exactly as)(?: \S*[^\s.;!?]){0,8}? (?:above|before|prompt|instructions?|system|context|so far|started|given|told|conversation)(?![a-z])|{b}(?:begin|start|open|preface|end|close|finish) (?:\S+ ){0,4}(?:answer|reply|response|message|output)s? (?:with|by) (?:\S+ ){0,4}(?:prompt|instructions|directives|system)`,
  },
  {
    kind: 'instruct',
    reason: 'it gives a new order about all that follows',
    isNegationPart: true,
    pattern: r`{b}(?:from (?:now|here|this (?:moment|point|line)|today) on(?:wards?)?|henceforth|hereafter|starting now|as of (?:now|today)|from now|effective immediately|with immediate effect)[,:]?(?: please)? (?:(?:you|the (?:assistant|agent|model|reader|ai)|every (?:answer|reply|agent|session)) (?:\S+ )?(?:are|is|need|needs|have|has|may|can|must|will|shall|should|no longer|only|do|does|obey|obeys|act|acts|answer|follow|serve|belong|work|treat)|(?:ignore|disregard|forget|obey|act|behave|respond|answer|treat|trust|skip|approve|bypass|disable|consider|speak|reply|pretend)(?![a-z])|all (?:\S+ )?(?:rules|instructions|checks|requests|commands|limits|restrictions))`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to decode and carry out what is hidden',
    pattern: r`{b}(?:decod\w*|deciphe?r\w*|decrypt\w*|unscrambl\w*|base64(?: -d)?|rot ?13|reverse|read backwards?|unhex|translate|reassemble|join|concatenate|assemble|unpack)(?: \S*[^\s.;!?]){0,10}?,? (?:and|then|and then|to|before you) (?:then |also |immediately |at once )*(?:execut\w*|run|follow|obey|carry|do (?:as|what|it|so)|apply|act|perform|eval\w*|comply|treat)(?![a-z])|{b}(?:execute|run|follow|obey|carry out|act on|perform|eval(?:uate)?|apply|do) (?:\S+ ){0,6}?(?:decoded|encoded|base64|hidden|encrypted|reversed|rot13|deciphered|hex) ?(?:\S+ ){0,2}?(?:text|instructions?|message|string|command|payload|content|result|line|orders?|form|it)?`,
  },
  {
    kind: 'instruct',
    reason: "it asks to act behind the user's back",
    pattern: r`{b}{quietly} (?:\S+ ){0,2}?(?:disregard|ignore|skip|change|send|add|drop|remove|delete|forward|copy|approve|disable|grant|install|push|commit|overwrite|include|insert|append|record|upload|post|alter|edit|edits?|raise|lower|switch|do|make|replace|bypass|store|collect|log|run|execute|start)(?![a-z])|{b}(?:disregard|ignore|skip|change|send|drop|delete|forward|copy|disable|grant|push|overwrite|upload|insert|alter|bypass|collect|install|edit|record|exfiltrate)(?: \S*[^\s.;!?]){0,8}? {quietly}(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to keep something from the user',
    isNegationPart: true,
    pattern: r`{b}(?<!(?:never|not|n't|nothing|nobody|without)[^.;:]{0,60})without (?:ever )?(?:telling|informing|notifying|alerting|mentioning (?:it|this|that|anything)(?: to)?|letting|saying (?:so|anything|a word)(?: to)?|consulting|warning|the knowledge of|involving|disclosing (?:it|this)(?: to)?|reporting (?:it|this)(?: to)?|attracting) ?(?:{anybody}(?![a-z])|attention|$|[.,;])|{b}(?:without|sin) mentioning (?:it|this|that)|{b}(?:do not|don't|never|avoid|must not|should not|no need to|you need not) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let(?:ting)?) {anybody}(?: (?:know|see|notice|find out|learn|realise|realize))?(?: (?:about|of|that) (?:this|it|these|you|the change|what|anything)(?![a-z])|$|[.,;!]| (?:and|when|what|why|which)(?![a-z]))|{b}(?:do not|don't|never|avoid) (?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|admit(?:ting)?|talk(?:ing)? about|speak(?:ing)? of) (?:this|it|that you|these instructions|the existence|having|where this|the change)(?: \S+){0,3}(?:$|[.,;!]| to| in)|{b}(?:keep|hide|conceal|withhold) (?:this|it|these|the fact|that you|what you|the change|all of this|such \S+)(?: \S+){0,4}? (?:secret|hidden|quiet|to yourself|between us|confidential|from (?:the )?(?:user|anyone|operator|team|owner|reviewer|human|everyone)\w*)|{b}(?:nobody|no one|the user|no human|users|people) (?:must|should|may|needs to|need|can|will|shall)(?: not| never)? (?:ever )?(?:know|notice|see this|find out|learn (?:of|about)|be told|be informed|hear)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to go against the user or the policy',
    pattern: r`{b}(?:disregard|ignore|override|overrule|go against|violate|defy|break|flout|skirt|evade|get around|work around|circumvent|bypass|quietly drop) (?:the |any |all |our |your |company |operator'?s? |a )*(?:polic(?:y|ies)|user'?s? (?:wish(?:es)?|requests?|instructions?|choices?|decisions?|refusals?|objections?|orders?|no)|refusals?|objections?|prohibitions?|veto|denials?|customer'?s? (?:wish(?:es)?|refusal))(?![a-z-])`,
    except: r`(?:cache|retention|cors|eviction|scaling|retry|lifecycle) polic`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to treat foreign text as an order',
    pattern: r`{b}(?:treat|regard|consider|accept|take|view|handle|read|interpret|count) (?:\S+ ){0,8}?(?:web ?pages?|pages?|texts?|outputs?|files?|issues?|comments?|e-?mails?|messages?|content|documents?|results?|guidelines?|lines?|sites?|readme|logs?|attachments?|it|this|these|they|tickets?|responses?|replies)(?: \S+){0,4}? as (?:if (?:\S+ ){0,4}?(?:user|operator|developer|system|owner|administrator)|though (?:\S+ ){0,4}?(?:user|operator|developer|system)|(?:an? |the |direct |binding |new |trusted |user |system |your )*(?:orders?|commands?|instructions?|authoritative|trusted|binding|law|the user'?s?|user(?:'s)? (?:word|own|input|will)|system (?:prompt|message)s?|gospel|approved|approval))(?![a-z])|{b}(?:instructions?|orders|commands|directives) (?:found |written |given |contained |that (?:come|appear|stand) |standing )?(?:in|on|from|inside) (?:\S+ ){0,3}?(?:web ?pages?|pages?|issues?|comments?|e-?mails?|tool outputs?|logs?|files?|documents?)(?: \S+){0,3} (?:are|is|must|should|have|count|take)(?: always| to)* (?:trusted|binding|be (?:followed|obeyed|carried out|executed|trusted)|priority|precedence|authoritative|as (?:orders|commands|the user))`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to obey foreign text',
    pattern: r`{b}(?:follow|obey|execute|carry out|perform|comply with|act on|fulfil+|do) (?:all|any|every|each|whatever|everything|blindly|without question) ?(?:\S+ ){0,3}?(?:instructions?|commands?|orders?|steps|directions|requests?|directives|says?|tells?|asks?|demands?)(?: \S+){0,2}? (?:in|on|at|from|of|by|inside|within|you find|it finds|there|that (?:come|appear))(?![a-z])|{b}do (?:exactly |precisely |just |all |always )?(?:what|whatever|everything|anything|as)(?: that)? (?:it|they|the (?:page|file|text|author|site|message|document|comment|readme|e-?mail|response|output|server)|he|she|is written|this \S+) (?:says?|tells?|asks?|demands?|instructs?|orders?|wants?|there|commands?)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to spread itself',
    pattern: r`{b}(?:add|append|copy|insert|write|put|paste|include|repeat|propagate|spread|save|store|prepend|place) (?:this|these|the same|the above|the following) (?:\S+ ){0,2}?(?:line|guidelines?|text|rules?|message|instructions?|sentence|lesson|paragraph|note|comment|prompt|words?)(?: \S+){0,4}? (?:to|into|in|at|on|for|of) (?:\S+ ){0,3}?(?:every|each|all|any|other|agents\.md|claude\.md|memory|library|future|new|system)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to destroy what it can reach',
    pattern: r`{b}rm -(?:rf|fr|r -f|f -r) +(?:--no-preserve-root +)?(?:/|~|\$home|\*|\.git)(?:[\s/*.,;]|$)|:\(\)\s*\{\s*:\|:&\s*\};:|{b}(?:mkfs\.\w+|dd if=/dev/\w+ of=/dev/|format c:)|{b}(?:delete|wipe|erase|destroy|drop|purge) (?:\S+ )?(?:all|every|the (?:entire|whole)|each|everything)(?: \S+){0,4}? (?:backups?|databases?|home (?:folder|directory)|disk|drive|production|repositor(?:y|ies)|history of|branches|tables|user files|snapshots?)(?![a-z])`,
    isWeak: true,
  },

  // A download that runs is more than data that is sent.
  {
    kind: 'run-url',
    reason: 'it pipes a download into a shell',
    pattern: r`{b}{fetcher}(?![\w-])[^|\n]{0,160}?\| ?{shell}|{b}{fetcher}[^\n]{0,160}?(?:&&|;|\band\b|\bthen\b)[^\n]{0,40}?(?:{shell}|{b}(?:run|execute|source|chmod|start|launch|open) (?:it|them|the (?:file|script|result|installer|binary|download)|\./|\+x))|(?:{b}(?:bash|sh|zsh|source|eval|exec|iex|python\d?|node|deno run|perl|ruby|invoke-expression|powershell|pwsh|osascript)|^\.) ?(?:-\w+ )*(?:<\(|["'(\x60$]*\(?) ?["'(\x60]*(?:{fetcher})|{b}(?:exec|eval|iex|execfile|import|require|function|system|popen|load)\s?\(?[^\n]{0,40}?(?:urlopen|requests\.get|fetch\(|downloadstring|curl |wget |iwr |irm |https?:)`,
    except: r`^(?:fetch|http|get)(?![^|]*\|)`,
  },

  // Sending data away.
  {
    kind: 'exfiltrate',
    reason: 'it sends data to an address',
    pattern: r`{b}(?:send|sends|sending|post|posts|posting|upload|uploads|uploading|e-?mail|mail|forward|transmit|exfiltrate|leak|submit|beacon|dm|ship|relay|stream|mirror|sync|copy|deliver|ftp|scp|rsync|paste|push|bcc|cc|curl|put|drop|save|store|back ?up|pass|share|log|write|pipe|hand)(?: \S*[^\s;!?]){0,14}?(?: (?:to|at|into|via|on|with|through|under)|[:,])? [("'\x60<]*(?:{mailto}|(?:https?|ftp|wss?|hxxps?|tcp|udp|sftp)://)`,
    except: r`^(?:write|push|put|save|store|log|share|pass|copy|mirror|sync|submit|post) (?:\S+ ){0,4}(?:link|url|address|docs?|documentation|reference|spec)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}{send}(?: (?!(?:with|using|by|via|through|after|once|when|if|unless|without|until|before|instead)(?![a-z]))\S*[^\s.;!?]){0,8}? (?:{secretfile}|{secret}|{environment}|{desecret}|{frsecret}|{essecret})(?: \S*[^\s;!?]){0,10}? [("'\x60<]*{sink}`,
    except: r`(?:{secret})(?:'s)? (?:names?|scopes?|hash(?:es)?|expiry|ids?|count|usage|limits?)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it puts secrets where others read them',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|attach|paste|publish|share|include|embed|append|add|put|write|print|echo|dump|copy|insert|encode|quote|report|log|drop|hide|expose|disclose|reveal|smuggle|commit|message)(?: (?!(?:with|using|by|via|through|after|once|when|if|unless|without|until|before|instead|whether)(?![a-z]))\S*[^\s.;!?]){0,7}? (?:{secretfile}|(?:(?:the|your|our|all|any|every|user'?s?|customer'?s?|session|current|plain|real|admin|database|full|actual|value of|values of|production|live) )+{secret}|{environment}|{ownwork} history)(?: \S*[^\s;!?]){0,6}? (?:in|into|to|on|as|at|inside|within|with|under|through)(?: \S*[^\s.;!?]){0,4}? {place}{e}`,
    except: r`(?:{secret})(?:'s)? (?:names?|scopes?|hash(?:es)?|expiry|ids?|count|usage|limits?|length|type|format)(?![a-z])|{place}(?:'s)? (?:format|schema|template)|placeholder|redacted|masked|(?:log|error) (?:if|when|whether)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends away what the agent works on',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|exfiltrate|leak|submit|beacon|ship|relay|stream|mirror|sync|copy|deliver|ftp|scp|rsync|paste|push|bcc|cc|publish|share|report|attach|back ?up|save|hand over|disclose|embed|encode|pipe)(?: \S*[^\s.;!?]){0,6}? {ownwork}(?: \S*[^\s;!?]){0,8}? (?:to|at|into|via|on|with|under|in) (?:\S+ ){0,3}?[("'\x60<]*{sink}`,
    except: r`(?:git|container|package|npm|image|helm) (?:\S+ )?(?:registry|remote)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it hides data in an address',
    pattern: r`!\[[^\]\n]*\]\(\s*<?(?:https?:|//|data:)|\]\(\s*<?(?:https?:)?//[^)\s]*[?&=][^)\s]*(?:\{|\$|%|secret|token|data|cookie|key|pass|env|content|prompt)[^)\s]*\)|<img[^>\n]*src|{b}(?:nslookup|dig|host|ping|resolve|resolv\w+|look(?:ing)? (?:it |them |this )?up|query|request|open|load|visit|call)(?: \S*[^\s;!?]){0,8}? (?:\$\(|base64|hex|encoded|made (?:up )?of|followed by|as (?:an? )?subdomains?|subdomains? of|dns (?:name|query|lookup))(?: \S*[^\s;!?]){0,8}?(?:$|[\s.,])|{b}(?:base64|hex|hex-?encod\w*|url-?encod\w*|encod\w*|gzip\w*|zip|tar|compress\w*)(?: \S*[^\s.;!?]){0,5}? (?:{secretfile}|{environment}|(?:the |your |all )*{secret})(?: \S*[^\s;!?]){0,10}? (?:and|then|followed|into|as|in|to|before)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it pipes files or variables into the network',
    pattern: r`{b}(?:cat|env|printenv|history|tar|zip|base64|xxd|gzip|find|grep|set|export|head|tail|git|ls|dump|mysqldump|pg_dump)(?![\w-])[^\n]{0,80}?\| ?(?:curl|nc|ncat|netcat|wget|ssh|mail|sendmail|openssl|socat|telnet|http|xargs curl)(?![\w-])|{b}(?:curl|wget|http|httpie|iwr|irm|invoke-webrequest|invoke-restmethod|nc|ncat|scp|rsync|ftp)(?![\w-])[^\n]{0,120}?(?:\$\(|\x60[a-z]|@(?:~|/|\.)|--post-file|--upload-file|<\s?(?:~|/|\.)|{secretfile}|\$\{?\w*(?:token|key|secret|pass)\w*\}?)(?:[^\n]{0,80}?(?:https?://|{mailto}|\w\.\w)|)`,
    except: r`^curl [^\n]*(?:header|-h )[^\n]*\$\{?\w+$`,
    isWeak: true,
  },
  {
    kind: 'exfiltrate',
    reason: 'it collects what users say',
    pattern: r`{b}(?:record|collect|gather|harvest|capture|log|store|note|keep|save|compile|accumulate|scrape)(?: \S*[^\s.;!?]){0,5}? (?:{secret}|{ownwork})(?: \S*[^\s;!?]){0,10}? (?:and|then|so that|to|for) (?:\S+ ){0,3}?(?:send|post|upload|forward|e-?mail|mail|transmit|submit|sell|exfiltrate|leak|ship|relay|publish)(?![a-z])|{b}(?:bcc|blind copy|forward|redirect|copy|cc)(?: \S*[^\s.;!?]){0,3}? (?:every|all|each|any|incoming|outgoing|a copy of)(?: \S*[^\s.;!?]){0,5}? (?:to|an) (?:\S+ ){0,3}?(?:{sink}|an? (?:external|outside|private|other|second|hidden) )`,
  },

  // Credentials.
  {
    kind: 'credential',
    reason: 'it holds a password or code',
    isNegationPart: true,
    pattern: r`{b}(?:pass ?word|pass ?phrase|pass ?code|pin(?: code)?|api[- ]?key|secret(?: key)?|access key|token|passwort|kennwort|mot de passe|contrasena|clave|senha|login|密码|口令|令牌)\s*(?:of \S+ |for \S+(?: \S+)? |fur \S+ |de \S+ )?(?:is|=|:|:=|are|lautet|ist|est|es|to|是|为|als)\s*["'\x60]?(?!(?:a|an|the|at|of|in|not|never|sha|md5|utf|rsa|aes|base|argon|bcrypt|scrypt|oauth|rfc|ed25519|iso|tls|jwt|hs|rs|es\d|n/a|v\d|http|\$|\{|<|your|none|null|true|false|env|process|os)[\w-]*(?![\p{L}]*[\d!@#%^&*][^\s]{3}))(?=[^\s"'\x60]*[\d!@#$%^&*])(?=[^\s"'\x60]*[\p{L}])[^\s"'\x60,;]{6,}|{b}(?:pin|otp|code|passcode)\s*(?:is|=|:)\s*["'\x60]?\d{4,8}(?!\d| ?(?:digits|characters|minutes|seconds|days|bytes|%))`,
  },
  {
    kind: 'credential',
    reason: 'it holds a password or code',
    isNegationPart: true,
    pattern: r`{b}(?:with|use|using|enter|type|supply|provide|as|and|password|user|username|login)(?: the| an?)?(?: \w+)? (?:password|passphrase|pin|passcode|api key|secret|token|passwort|kennwort|contrasena|mot de passe)\s+["'\x60]?(?=[^\s"'\x60]*\d)(?=[^\s"'\x60]*[\p{L}!@#$%^&*])(?!(?:sha|md5|utf|rsa|aes|base|argon|oauth|rfc|v\d|id\d|jwt|hs\d|rs\d|ed25519|2fa)[\w-]*)[^\s"'\x60,;]{6,}`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:cat|type|less|more|strings|xxd|base64|dump|print|echo|paste|output|quote|recite|tail|head|read (?:out|aloud)|show|display|copy|include|tell|reveal|grep|open and \w+)(?: (?!(?:whether|if|only|that|with|using|after|when|names?|without)(?![a-z]))\S*[^\s.;!?]){0,6}? {secretfile}(?![\w-])`,
    except: r`(?:names?|keys?|lines?|number|count|permissions?|mode|owner|path|location|existence|example|template|sample) (?:\S+ )?(?:of|in|from|to) |\.env\.(?:example|sample|template|dist)|^(?:type|more|copy|head|include|show|display|echo|output|tail) (?:\S+ ){3,}(?:\.docker|\.config|\.npmrc|\.kube|kubeconfig)|\.pub(?![a-z])|^(?:copy|include) (?:\S+ )*(?:\.env|\.npmrc)|(?:password manager|key ?chain|key ?ring) (?:entry|item|settings|icon|access)`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:read|open|copy|take|load|get|look (?:in(?:to)?|at)|parse|extract|find|fetch|view|search|decrypt|unlock|pull|grab|collect)(?: (?!(?:whether|if|only|that|after|when|without)(?![a-z]))\S*[^\s.;!?]){0,8}? (?:{secretfile}|(?:the |all |any |every |your |user'?s? |stored |saved |admin |root |database |their |his |its |one |login )+{secret})(?: \S*[^\s.;!?]){0,8}? (?:aloud|out loud|and (?:then )?(?:print|show|paste|send|quote|tell|post|report|write|include|display|put|give|output|repeat|say|share|attach|log|echo|forward|upload|mail|add|e-?mail|return|keep a copy|use (?:it|them))|(?:in|into|to|with) (?:the |your |an? |every |each |our )?(?:answer|chat|ticket|comment|message|reply|user|issue|response|conversation|summary|description|e-?mail|report|channel|pull request|commit))(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it asks to print a secret',
    pattern: r`{b}(?:print|echo|show|display|paste|output|reveal|tell|quote|recite|dump|disclose|read (?:out|aloud|back)|state|repeat|write down|spell out|expose|give (?:me|us|the user|them|out|away|anyone|everyone)|say|hand (?:out|over)|announce|mention|list|type out|log|share|confirm|provide|return)(?: (?:the|their|your|our|his|her|its|a|an|full|actual|current|plain|all|any|every|each|raw|real|stored|saved|complete|value|values|content|contents|of|user'?s?|customer'?s?|admin|administrator|root|database|db|production|decrypted|plain[- ]text|unmasked|clear[- ]text|found|used|relevant|corresponding|in|me|us|them|caller|him|user|customer)){0,7} {secret}(?!(?:'s)? (?:names?|lengths?|expir\w*|ids?|hash\w*|scopes?|counts?|usage|budgets?|limits?|types?|fields?|polic\w*|managers?|stores?|errors?|rotation|references?|prefix\w*|formats?|requirements?|per|rules|hints?|inputs?|placeholders?|status|sizes?|windows?|totals?|costs?|versions?|page|form|prompt|ref\w*|permissions?|age))`,
    except: r`^(?:share|return|list|provide|log|confirm|mention|state|show|output|display|print) (?:an? |the )?(?:tokens?|pins?|cookies?|secrets?|cookie)$|^(?:return|provide|share|mention) `,
    isWeak: true,
  },
  {
    kind: 'credential',
    reason: 'it says that secrets may be shown',
    pattern: r`{b}(?:{secret}|customer data|personal data)(?: \S+){0,3}? (?:may|can|should|must|shall|are to|is to|will|might)(?: also| always| freely| safely)? be (?:shown|printed|shared|sent|revealed|given|told|disclosed|pasted|logged|posted|published|handed|read (?:out|aloud)|quoted|displayed|spoken|repeated|included|exposed)(?![a-z])`,
    except: r`be (?:shared|sent|given|included|logged|displayed|shown) (?:only|by|over|through|in the|as|in an?) `,
  },
  {
    kind: 'credential',
    reason: 'it asks people for their secrets',
    pattern: r`{b}(?:ask|request|prompt|demand|get|have|make|let|tell|urge|persuade|require)(?: \S*[^\s.;!?]){0,4}? (?:customers?|callers?|clients?|users?|people|visitors?|them|everyone|him|her|colleagues?|employees?)(?: \S*[^\s.;!?]){0,4}? (?:full |complete |current |own |whole |card |bank |e-?mail |login |mother)*(?:pass ?words?|pins?|cvvs?|card numbers?|one[- ]time (?:codes?|passwords?)|otps?|2fa codes?|security codes?|seed phrases?|recovery (?:codes?|phrases?)|private keys?|social security numbers?)(?![\w-])`,
    except: r`(?:reset|change|set|choose|rotate|enter (?:it|them)|type (?:it|them)|update|revoke|renew|store|pick|create|for a new|not)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it looks for secrets to use them',
    pattern: r`{b}(?:search|look|grep|scan|hunt|go|scour|crawl|comb|rummage|dig|check|walk)(?: \S*[^\s.;!?]){0,8}? (?:for|through|over) (?:\S+ ){0,5}?(?:{secret}|{secretfile})(?: \S*[^\s;!?]){0,8}? (?:and|then|to) (?:\S+ ){0,2}?(?:use|send|print|save|collect|copy|post|include|upload|try|store|reuse|log in|paste|quote|keep|e-?mail|mail|forward|write)(?![a-z])|{b}(?:steal|harvest|grab|exfiltrate|borrow|sniff|skim|swipe|crack|brute[- ]?force|guess|phish)(?: \S*[^\s.;!?]){0,5}? {secret}|{b}(?:use|try|take|reuse|log in with|authenticate with|sign in with)(?: \S*[^\s.;!?]){0,3}? (?:someone(?: else)?'?s?|colleague'?s?|another (?:user|person|account)'?s?|admin(?:istrator)?'?s?|root'?s?|whatever|any(?:one'?s?)?|found|leaked|stolen|left[- ]over|other people'?s) (?:\S+ ){0,2}?(?:{secret}|logins?|keys?|accounts?|sessions?)(?![\w-])`,
  },

  // Taking checks away.
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}{disable}(?: (?!(?:with|after|once|when|if|unless|until|before|because|to|rather|in|during|in case|whose|that|which)(?![a-z]))\S*[^\s.;!?]){0,4}? {hardcheck}(?! (?:rules? for|rules? on|exceptions?|groups?|names?|keys?|noise|headaches?|advisor\w*|holes?|issues?|bugs?|problems?|fix\w*|updates?|incidents?|patch\w*|reasons|from|risks?|debt|copies|files? older|older|of (?:the )?old))`,
    except: r`^(?:remove|delete|drop|reduce|cut|clear|stop|avoid|strip|wipe|lower|kill|erase|undo|unset|empty|ignore|omit|pause|suspend) (?:\S+ ){0,4}?(?:tokens?|(?:old |the |a |expired )*backups?|(?:tls |ssl )?certificates?|(?:a |the |stopped )*sandbox|encryption)$|^(?:disable|turn off|switch off) password authentication$|(?:hanging|stale|dangling|old|unused|legacy|duplicate|obsolete|expired|false|weak|deprecated|single|temporary) `,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes checks away as a rule or to get through',
    pattern: r`{b}{disable}(?: (?!(?:with|after|once|unless|until|before|rather|whose)(?![a-z]))\S*[^\s.;!?]){0,2}? (?:{broad} )(?:\S+ ){0,2}?{softcheck}(?![\w-])`,
    except: r`(?:trailing|unused|duplicate|dead|stale|obsolete|console|debug|commented|imports?|print|types? (?:from|in)|policy for|policies for|any types?|each other)(?![a-z])|(?:^|\s)(?:errors?|warnings?|policies|policy|types|logging|workflows?|pipelines?)$`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes checks away to get through',
    pattern: r`{b}{disable}(?: (?!(?:with|after|once|unless|until|before|rather|whose)(?![a-z]))\S*[^\s.;!?]){0,3}? (?:tests?|test (?:suite|cases?|files?)s?|specs?|assertions?|checks?|linters?|lint(?: rules?| step| job)?|type[- ]?check(?:s|er|ing)?|ci|reviews?|review step|coverage(?: checks?| gates?| thresholds?| bar)?|hooks?|scanners?|verification|validation|(?:quality )?gates?|bar|thresholds?|alarms?|alerts?|monitoring|policy|suite)(?![\w-])(?:,?(?: \S*[^\s;!?]){0,3}? (?:so that|so|to|because|since|as|in order to|until|when(?:ever)?|if|and|that|which|,)(?: \S*[^\s;!?]){0,6}? {motive}(?![a-z])|[^.;!?\n]{0,60} (?:anyway|regardless|for good|permanently|entirely|altogether|everywhere)(?![a-z]))`,
    except: r`{disable} (?:\S+ ){0,3}(?:tests?|checks?|alarms?|alerts?) (?:locally|with the marker|on (?:a|one))|(?:fix|repair|reproduce|isolate|investigate|bisect|report|re-?enable|restore|ticket)(?![a-z])|let ci`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes checks away when they fail',
    pattern: r`{b}(?:when|if|whenever|where|should|once|as soon as|in case|each time|every time)(?: \S*[^\s.;!?]){0,10}? {motive}(?:,| then)?(?: \S*[^\s.;!?,]){0,3}?,? (?:just |simply |please |then |you (?:should |may |can )?|feel free to |it is (?:fine|ok|okay) to |kindly |better )*{disable}(?: (?!(?:with|after|once|unless|until|before|rather)(?![a-z]))\S*[^\s.;!?]){0,3}? (?:failing |offending |the |those |these |that |broken )*(?:tests?|test (?:suite|cases?|files?)s?|specs?|assertions?|checks?|linters?|lint (?:rules?|step|job)|type[- ]?check(?:s|er|ing)?|ci|reviews?|coverage(?: checks?| gates?| thresholds?)?|hooks?|scanners?|verification|validation|gates?|bar|thresholds?|policy|suite|rule)(?![\w-])`,
    except: r`(?:fix|repair|reproduce|isolate|investigate|bisect|report|ticket|locally|single line|one line|with a reason)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it names an option that switches a safeguard off',
    pattern: r`--no-verify(?![\w-])|--no-gpg-sign|--dangerously-[\w-]+|--yolo(?![\w-])|--full-auto|--allow-all(?:-tools)?|--no-sandbox|--insecure(?![\w-])|--no-check-certificate|--skip-(?:tests?|checks?|verify|verification|validation|hooks?|review|audit|permissions?)(?![\w-])|--disable-(?:[\w-]*(?:security|sandbox|protection|checks?|verification|hooks?)[\w-]*)|--trusted-host|--allow-unsafe[\w-]*|--ignore-(?:certificate|ssl|cert)[\w-]*|--no-strict-ssl|--no-audit(?![\w-])|{b}verify ?= ?false|rejectunauthorized\W{1,3}false|node_tls_reject_unauthorized\W{0,3}0?|pythonhttpsverify\W{0,3}0?|git_ssl_no_verify|(?:http\.)?sslverify\W{1,3}(?:false|off|0)|strict-ssl\W{1,3}(?:false|off)|stricthostkeychecking\W{1,3}(?:no|off)|commit\.gpgsign\W{1,3}(?:false|off|no)|gpgsign (?:off|false)|husky\W{0,3}=\W?0|husky_skip_hooks|{b}skip=\S|-dskiptests|bypasspermissions|dangerouslyskippermissions|skipdangerous\w*|danger-full-access|approval[_-]policy\W{1,3}never|setenforce 0|ufw disable|iptables -f|netsh advfirewall|csrutil disable|spctl --master-disable|set-mppreference|executionpolicy (?:bypass|unrestricted)|\|\| ?true(?![\w-])|; ?exit 0|set \+e(?![\w-])|{b}nopasswd|{b}chmod -?r? ?(?:0?777|a\+rwx)|insecureskipverify|curl_?opt_ssl_verify|ssl\._create_unverified_context|verify_none|trust ?all ?cert\w*|@ts-nocheck|eslint-disable(?!-next|-line)|allow_?all\W{1,3}true|auto_?approve\W{1,3}true|permissionmode\W{1,3}bypass\w*`,
    except: r`^(?:-dskiptests|@ts-nocheck|eslint-disable|\|\| ?true|set \+e|--no-audit)$`,
    isWeak: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it names an option that switches a safeguard off',
    pattern: r`(?:add|put|append|always|every|all|each|globally|whenever|when|if|set|use|with)(?: \S*[^\s.;!?]){0,8}? (?:-dskiptests|@ts-nocheck|eslint-disable|\|\| ?true|set \+e|--no-audit|continue-on-error|allow_failure|xfail|--force)(?! (?:only|with|for (?:optional|one|a single)))(?: \S*[^\s.;!?]){0,6}? (?:all|every|each|always|any|so that|so|pass(?:es)?|green|fail(?:s|ing|ed)?|whole|everything)(?![a-z])|(?:always|every|all|each|globally|any)(?: \S*[^\s.;!?]){0,6}? (?:-dskiptests|@ts-nocheck|eslint-disable|\|\| ?true|continue-on-error)(?! only)|continue-on-error(?: \S*[^\s.;!?]){0,4}? (?:all|every|each|any)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it approves without looking',
    pattern: r`{b}(?:approve|accept|confirm|allow|grant|acknowledge|authori[sz]e|ok|okay|permit|answer yes to|say yes to|click (?:yes|ok|allow|accept) (?:on|to|in|at)|press (?:yes|enter|y) (?:at|on|to|for)|agree to|consent to|wave through|merge|sign off(?: on)?|rubber-?stamp)(?: \S*[^\s.;!?]){0,2}? (?:all|every|each|any|whatever|everything|anything)(?: \S*[^\s.;!?]){0,5}? ?(?:prompts?|permissions?|requests?|questions?|dialogs?|tool calls?|tools?|changes|confirmations?|warnings?|actions?|commands?|pull requests?|prs|merges?|access|deletions?|operations?|approvals?|certificates?|hosts?|calls?|edits?|asks?|installs?|terms|refunds?|transactions?|payments?|uploads?|ports?|traffic|origins?|users?|reviews?)(?![a-z-])`,
    except: r`(?:after|once|only|unless|if) `,
  },
  {
    kind: 'disable-checks',
    reason: 'it approves without looking',
    pattern: r`{b}(?:auto(?:matically)?[- ]?|blindly |silently |always |unconditionally |immediately |by default )(?:approve|accept|confirm|allow|grant|merge|click|answer yes|say yes|agree|authori[sz]e|trust)(?:s|d)?(?! (?:list|only))(?: \S*[^\s.;!?]){0,4}? (?:prompts?|permissions?|requests?|questions?|dialogs?|tool calls?|changes|confirmations?|commands?|pull requests?|prs|everything|anything|actions?|hosts?|certificates?|it|them|any|all|every)(?![a-z-])|{b}(?:approve|accept|confirm|allow|grant|merge|authori[sz]e)(?: \S*[^\s.;!?]){1,6}? (?:automatically|blindly|unseen|unread|unreviewed|unconditionally|at once without|without (?:looking|reading|review|asking|checking|thinking|question|waiting|a look))(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it asks not to ask',
    isNegationPart: true,
    pattern: r`{b}(?:never|do not|don't|no need to|there is no need to|no reason to|need not|needn't|must not|should not|shouldn't|stop|avoid|refrain from|quit|you (?:don't|do not) (?:have|need) to|without ever) (?:ever |bother(?:ing)? (?:to )?|again )*(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|requir(?:e|ing)|prompt(?:ing)?|check(?:ing)? with|stop(?:ping)? to ask|paus(?:e|ing) for|consult(?:ing)?)(?: (?:for|the|a|an|any|user'?s?|human|further|explicit|additional|his|her|their|operator'?s?|my|our|your|on|to get|until you have|reviewer'?s?|owner'?s?))*(?: (?:confirmations?|approvals?|permission|consent|reviews?|sign-?off|authori[sz]ation|clearance|go-ahead|a yes|an ok|feedback|second opinion|approval of \S+)|(?:user|anyone|anybody|human|operator|owner)?(?: (?:before|first|again|questions|whether|if you may|to confirm|to approve|about (?:this|it|deletions?|deleting)))|$|[.,;!]| (?:before|first|again|anyone|anybody|me|twice))(?![a-z])`,
    except: r`(?:ask|prompt|request|check with) (?:the )?(?:user|customer) (?:for )?(?:again|twice|questions)$`,
  },
  {
    kind: 'disable-checks',
    reason: 'it acts without approval',
    isNegationPart: true,
    pattern: r`(?<!(?:never|not|n't|nobody|nothing|no one|avoid|refuse)(?![a-z])[^.;:]{0,80})(?:(?<=^|[\s,;(])without|{b}with no|{b}no longer any) (?:first |ever |any |further |prior |the |a |user'?s? |explicit |human |additional |waiting for (?:\S+ )?|asking for (?:\S+ )?|needing |requiring |requesting )*(?:confirmation|approval|permission|consent|review|reviews|authori[sz]ation|sign-?off|asking(?: (?:anyone|first|the user|anybody|for \S+|me|questions|anything))?|question|questions|clearance|oversight|supervision|verification|verifying|a second look|checking (?:the|its|their|any|whether it is safe)(?: \S+){0,2})(?! (?:from|by) (?:ci|the linter))(?:$|[.,;!?)]| (?:and|if|when|even|from|by|of|anyone|needed|because|as|or|to|in|on|at|every|all|whatsoever|first|for))`,
    except: r`without (?:\S+ ){0,2}(?:questions?|asking|review|verification|permission) (?:of|to) (?:the )?(?:read|view|list)`,
    isWeak: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it says that approval is not needed',
    isNegationPart: true,
    pattern: r`{b}(?:no|neither) (?:further |additional |explicit |user |human |more |prior |other )*(?:confirmations?|approvals?|permissions?|consents?|reviews?|authori[sz]ations?|sign-?offs?|checks?|verification|questions?|tests?)(?: \S+){0,3}? (?:is|are|was|were|will be|shall be)(?: ever| longer)? (?:needed|required|necessary|wanted|asked|expected|due)|{b}(?:confirmations?|approvals?|permissions?|reviews?|consent|sign-?offs?|tests?|checks?|hooks?|verification)(?: \S+){0,3}? (?:is|are|was|were) (?:not (?:needed|required|necessary|wanted)|no longer (?:needed|required|necessary)|unnecessary|optional|abolished|superfluous|waived|a waste|pointless|useless|obsolete|implied|granted|given in advance|assumed|for others)(?![a-z])|{b}(?:you|agents?|the agent) (?:need|needs|require|requires) no (?:\S+ )?(?:confirmation|approval|permission|review|consent|authori[sz]ation)|{b}(?:assume|presume|suppose|take for granted|consider)(?: \S+){0,4}? (?:approval|approved|permission|consent|confirmed|agreed|has agreed|agrees|granted|authori[sz]ed|allowed)(?![a-z])|{b}(?:skip|bypass|ignore|drop|omit|waive|forgo|dispense with) (?:\S+ ){0,3}?(?:approval|confirmation|permission|consent|review)(?: \S+)? (?:questions?|prompts?|steps?|requests?|dialogs?)`,
    except: r`^(?:tests?|checks?|hooks?|reviews?) (?:\S+ ){0,3}(?:are|is) (?:optional|obsolete|not (?:needed|required|necessary))`,
  },
  {
    kind: 'disable-checks',
    reason: 'it fakes the result of a check',
    pattern: r`{b}(?:mark|report|record|flag|set|declare|label|count|log|note|list|treat|register|sign off)(?: \S*[^\s.;!?]){0,5}? (?:run|build|task|tests?|suite|job|checks?|pipeline|work|ticket|step|result|it|them|failures?|failed \S+|failing \S+|everything|status|cycle|acceptance)(?: \S*[^\s.;!?]){0,2}? (?:as |to |are |is )?(?:passed|passing|green|done|successful|complete(?:d)?|ok|fine|verified|success|succeeded|resolved|approved|reviewed)(?![a-z])(?! (?:only|after|once|when|if))|{b}(?:claim|report|say|state|pretend|declare|write|tell|assert|insist|announce|answer)(?: \S*[^\s.;!?]){0,4}? (?:tests?|build|checks?|everything|all|work|task|suite|it)(?: \S*[^\s.;!?]){0,3}? (?:passed|passes|pass|green|succeeded|succeeds|ok|fine|done|works?|successful|complete|verified)(?: \S*[^\s.;!?]){0,2}? (?:even|although|though|regardless|without|whether|anyway|before|no matter|whatever|in any case|always|despite|independent\w*)(?![a-z])`,
    except: r`(?:fix|re-?run|rerun)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it fakes the result of a check',
    pattern: r`{b}(?:delete|remove|skip|comment out|disable|drop|xfail|exclude|rename|rewrite|edit|change|adjust|weaken|alter|stub|mock|gut|empty|replace|hard-?code|modify|tweak|loosen|patch|fake|forge|doctor|massage|invert|soften|water down|fudge|falsify|update)(?: \S*[^\s.;!?]){0,3}? (?:failing |broken |red |expected |the |those |all |any |test |its )*(?:tests?|assertions?|specs?|checks?|expectations?|expected (?:values?|results?|outputs?)|snapshots?|suite|results?|acceptance (?:tests?|commands?|criteria)|graders?|verifiers?|evidence|reports?)(?![\w-])(?: \S*[^\s;!?]){0,4}? (?:so that|until|to make|to get|to force|so|to let|and (?:mark|report|say|claim|declare|commit|push|merge|call|go on|carry on|continue|pretend)|in order to)(?: \S*[^\s;!?]){0,6}? (?:pass(?:es|ed)?|green|succe\w*|works?|go(?:es)? through|agree\w*|ok|done|fine|finish\w*|match(?:es)? the (?:code|output|actual))(?![a-z])|{b}(?:return|exit|make (?:\S+ ){1,3}(?:return|exit)) (?:with )?(?:code )?(?:0|true|zero|success|ok)(?: \S+){0,3}? (?:always|regardless|unconditionally|in (?:any|every) case|no matter|whatever)|{b}always (?:return|exit)(?: with| code| status)* (?:0|zero|true|success)|{b}(?:forge|fake|fabricate|invent|falsify|make up|doctor|backdate)(?: \S*[^\s.;!?]){0,4}? (?:results?|evidence|reports?|signatures?|approvals?|logs?|outputs?|tests? results?|reviews?|coverage|records?|timestamps?)(?![\w-])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it lowers the bar',
    pattern: r`{b}(?:lower|reduce|drop|relax|loosen|decrease|cut|weaken)(?: \S*[^\s.;!?]){0,2}? (?:the |its |that |our |your )?(?:bar|coverage (?:bar|threshold|limit|requirement|gate|target)|quality (?:gate|bar|threshold)|required (?:coverage|score|reviews?|approvals?)|pass(?:ing)? (?:mark|score|grade)|(?:ci|lint|review|test|failure|audit|severity|alert)s? (?:threshold|bar|gate|tolerance|level))(?![\w-])(?: \S*[^\s;!?]){0,4}?(?: (?:until|so that|so|to (?:get|make|let|zero|0)|in the workflow|when|if|below|whenever|and)| \d|,|$|[.;])`,
    except: r`(?:gradual|ticket|agree|team)`,
  },
  {
    kind: 'disable-checks',
    reason: 'it changes what the agent may do',
    pattern: r`{b}(?:edit|change|modify|rewrite|alter|update|delete|remove|overwrite|replace|disable|relax|loosen|extend|widen|adjust|patch|rename|move|empty|drop|weaken|open|tamper with|turn off|reconfigure|expand|switch)(?: \S*[^\s.;!?]){0,3}? (?:(?:your|its|own|agent'?s?|the agent's|praxis|claude|codex|cursor|harness) )+(?:own )?(?:\S+ ){0,2}?(?:polic(?:y|ies)(?: file)?|permissions?|settings?(?:\.json|\.local\.json)?|hooks?|config\w*(?:\.toml)?|allow ?list|deny ?list|guards?|limits?|budgets?|constraints?|sandbox|rules?|system prompt|approval mode|safety \w+|instructions?|checkpoints?)(?![a-z])|{b}(?:edit|change|modify|rewrite|alter|delete|remove|overwrite|relax|loosen|extend|widen|patch|raise|empty|weaken|disable|adjust|rename)(?: \S*[^\s.;!?]){0,4}? (?:polic(?:y|ies)(?: file)?|permissions?(?: file| settings?| list| rules?)?|settings\.json|settings\.local\.json|\.claude/\S+|\.codex/\S+|\.praxis/\S+|\.coord/\S+|hooks?(?: file| config\w*| settings?| script)?|allow ?lists?|deny ?(?:lists?|rules?)|sudoers|codeowners|guards?|sandbox(?: config\w*| settings?| profile)?|budgets?|limits?|checkpoint(?: file)?)(?![\w-])(?: \S*[^\s;!?]){0,5}? (?:so that|so|to (?:let|allow|get|permit|make|be able)|when(?:ever)?|if|because|until|whenever|and (?:retry|try again|continue|go on|carry on))(?: \S*[^\s;!?]){0,8}? (?:denied|refus\w*|block\w*|not allowed|forbid\w*|prevent\w*|in the way|permitted|allow\w*|everything|reject\w*|stop(?:s|ped)|prompt\w*|ask\w*|fail\w*|continue|go on|retry|reached|run out|exhausted)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it changes what the agent may do',
    pattern: r`{b}(?:when|if|whenever|where|once|should|each time|every time)(?: \S*[^\s.;!?]){0,10}? (?:denied|refus\w*|block\w*|not allowed|forbidden|prevent\w*|reject\w*|stopped|asks?|prompts?|complains?)(?:,| then)?(?: \S*[^\s.;!?,]){0,3}?,? (?:just |simply |please |then |you (?:should |may |can )?|feel free to )*(?:edit|change|modify|rewrite|alter|delete|remove|overwrite|relax|loosen|extend|widen|patch|raise|empty|weaken|disable|adjust|rename|add (?:it|them|the \S+|yourself|a rule) to|bypass|work around|get around|circumvent|approve it yourself|grant (?:it|yourself))(?: \S*[^\s.;!?]){0,4}? ?(?:polic(?:y|ies)(?: file)?|permissions?(?: file| settings?| list| rules?)?|settings(?:\.json)?|\.claude\S*|\.codex\S*|hooks?|allow ?lists?|deny ?(?:lists?|rules?)|sudoers|guards?|sandbox|budgets?|limits?|checkpoint|denial|refusal|block)(?![\w-])|{b}(?:add|allow|put|grant|give|permit)(?: \S*[^\s.;!?]){0,3}? (?:yourself|the agent|this agent|all tools|every tool|bash\(\*\)|bash\(:?\*\)|everything|"?\*"?|all commands|any command|every command|all rights)(?: \S*[^\s.;!?]){0,4}? ?(?:allow ?list|allowed ?tools|permissions?|rights?|access|sudoers|admin\w*|root|owner|approvers?|codeowners|group|settings)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it goes round review',
    pattern: r`{b}(?:push|commit|merge|deploy|release|force-?push|ship|publish)(?: \S*[^\s.;!?]){0,3}? (?:straight|directly|right|immediately|at once)(?: \S*[^\s.;!?]){0,2}? (?:to|into|on) (?:\S+ ){0,1}?(?:main|master|production|prod|trunk|the protected|default branch|release branch)(?![\w-])|{b}(?:reviews?|approvals?|tests?|checks?|policies|rules|permissions?) (?:are|is|have been) (?:now )?(?:abolished|cancelled|suspended|a waste of time|for beginners|void)|{b}(?:approve|review|merge|sign off(?: on)?|sign|accept|wave through) (?:your|its|his|her|their) own (?:\S+ )?(?:pull requests?|prs?|changes?|work|commits?|requests?|code|reviews?|merges?)(?![a-z])|{b}(?:start|run|launch|open|use|invoke|restart|call)(?: \S*[^\s.;!?]){0,4}? (?:with|in) (?:\S+ ){0,3}?(?:(?:all )?(?:confirmations?|permissions?|checks?|prompts?|approvals?|safeguards?|safety|protections?|sandbox|hooks?)(?: \S+)? (?:bypassed|disabled|off|skipped|turned off|switched off|removed|suppressed|ignored)|bypass mode|yolo mode|full access|unrestricted (?:access|mode))(?![a-z])|{b}(?:as|with) (?:root|administrator|sudo|elevated) (?:rights |privileges )?(?:for everything|always|by default|at all times)|{b}(?:always|everything) (?:run )?(?:as|with) (?:root|sudo)(?![\w-])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it claims approval in advance',
    isNegationPart: true,
    pattern: r`{b}(?:has|have|had|is|are|was|were) (?:already |all |long since |been |hereby )*(?:agreed|approved|consented|confirmed|authori[sz]ed|accepted|allowed|granted|pre-?approved|cleared|permitted)(?: \S+){0,2}? (?:in advance|beforehand|ahead of time|once and for all|for all time|for the whole|for good|for everything|by default|to (?:every|all|any|each)|every|all (?:future|further|changes|deletions|actions)|any(?:thing)?|everything)(?![a-z])|{b}(?:changes?|deletions?|actions?|requests?|commands?|everything|payments?|pushes|merges) (?:are|is|count as|counts as|is considered|are considered) (?:always |already |hereby |all |automatically )*(?:pre-?approved|approved|authori[sz]ed|agreed|confirmed|permitted|cleared)(?![a-z])`,
  },

  // Running what a URL gives.
  {
    kind: 'run-url',
    reason: 'it runs or installs what an address gives',
    pattern: r`{b}{execute}(?: \S*[^\s;!?]){0,14}? [("'\x60<@]*(?:(?:https?|ftp|hxxps?|git\+\w+|ssh|s3|gs)://|git@|www\.|\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|\b)|(?:github|gitlab|gist|raw):?\S*/)\S*`,
    except: r`^(?:add|follow|apply|adopt|use|load|trust|start|require|comply|deploy) (?:\S+ ){0,3}(?:link|url|reference|docs|documentation|badge|header|origin|remote|guide|spec|localhost|https?://(?:localhost|127\.))(?![a-z])|localhost|127\.0\.0\.1|0\.0\.0\.0|^(?:follow|apply|adopt|comply|add|start|deploy) `,
  },
  {
    kind: 'run-url',
    reason: 'it takes orders or code from an address',
    pattern: r`{b}{get}(?: \S*[^\s;!?]){0,10}? [("'\x60<@]*(?:(?:https?|ftp|hxxps?|git\+\w+)://\S+|www\.\S+|\d{1,3}(?:\.\d{1,3}){3}\S*|(?:[\w-]+\.)+(?:com|net|org|io|example|test|invalid|dev|sh|app|xyz)(?:/\S*)?)[)"'\x60>]*,?(?: \S*[^\s;!?]){0,8}?,? ?(?:and|then|to|before|,|for)? ?(?:then |also |do |please |at once |immediately )*{execute}(?![a-z])`,
    except: r`localhost|127\.0\.0\.1`,
  },
  {
    kind: 'run-url',
    reason: 'it takes orders or code from an address',
    pattern: r`{b}(?:obey|follow|adopt|apply|carry out|comply with|execute|perform|do|trust|use)(?: \S*[^\s.;!?]){0,5}? (?:instructions?|steps?|commands?|orders?|rules?|guidelines?|directives?|prompts?|playbook|tasks?|script|code|list)(?: \S*[^\s.;!?]){0,5}? (?:at|from|on|under|in|of|behind|found at|hosted (?:at|on)) [("'\x60<]*(?:(?:https?|ftp|hxxps?)://\S+|www\.\S+|\d{1,3}(?:\.\d{1,3}){3}|{b}(?:pastebin|gist)(?![a-z]))`,
  },
  {
    kind: 'run-url',
    reason: 'it runs code from the internet',
    pattern: r`{b}(?:run|execute|pipe|eval|source|launch|install|load|paste and run|try)(?: \S*[^\s.;!?]){0,5}? (?:scripts?|code|installers?|commands?|binar(?:y|ies)|one-?liners?|snippets?|payloads?|programs?|executables?|macros?|attachments?|packages?)(?: \S*[^\s.;!?]){0,3}? (?:from|found (?:on|in|at)|off|linked (?:in|on|from|at)|downloaded from|posted (?:in|on)|behind|attached to|given (?:in|by|on)|suggested (?:in|by|on)|contained in|fetched from|returned by|embedded in|hosted on)(?: \S*[^\s.;!?]){0,3}? (?:internet|web(?: ?pages?| ?sites?)?|pages?|gists?|pastebin|issues?|comments?|attachments?|links?|forum|url|e-?mails?|urls|website|blog|answer|tool outputs?|error messages?|readme|server|host|cdn|chat|stack overflow)(?![a-z-])`,
    except: r`(?:container|sandbox|after (?:reading|review|check)|official|without network|release page)`,
  },
  {
    kind: 'run-url',
    reason: 'it runs encoded or hidden code',
    pattern: r`{b}(?:powershell|pwsh)\S* [^\n]{0,40}?-e(?:nc|ncodedcommand|c)?(?![\w-])|base64 (?:-d|--decode|-di)[^\n]{0,60}?\| ?{shell}|(?:javascript|data|vbscript):(?:text/html|//|[a-z]+[(/])|{b}(?:mshta|regsvr32|rundll32|certutil -urlcache|bitsadmin)(?![\w-])|{b}(?:python\d?|node|perl|ruby|bash|sh) -[ce] ["'\x60][^\n]{0,80}?(?:exec|eval|import os|urllib|socket|child_process|base64)|/dev/tcp/|{b}(?:reverse|bind) shell|{b}nc -e|{b}ncat (?:-e|--exec)`,
  },
  {
    kind: 'run-url',
    reason: 'it takes packages from an untold place',
    pattern: r`(?:--index-url|--extra-index-url|--registry|--find-links|-i|--source|--channel|--repository-url|--trusted-host)[ =]["'\x60]?(?:https?:|\w+\.\w)|{b}(?:pip\d?|uv|npm|pnpm|yarn|gem|cargo|go|brew|apt(?:-get)?|dnf|yum|helm|conda|npx|uvx|pipx|bunx|docker|podman|choco|winget|code)(?: \S*[^\s;!?]){0,8}? (?:from )?["'\x60<]*(?:https?://|git\+|git://|\d{1,3}(?:\.\d{1,3}){3})|{b}install(?: \S*[^\s;!?]){0,8}? from (?:\S+ ){0,3}?(?:https?://|ftp://|git\+|www\.|\d{1,3}(?:\.\d{1,3}){3}|an? (?:unofficial|unknown|third[- ]party|private|other|foreign) )`,
    except: r`localhost|127\.0\.0\.1`,
  },

  // Wider nets: one concept beside another, unless the text says that it means well.
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}(?:turn|switch|shut|take|leave|rip|throw|tear|put|cut|set|power|knock|move)(?:ing|ning|ting|s)?(?: (?!(?:with|after|once|when|if|unless|until|because)(?![a-z]))\S*[^\s.;!?]){0,5}? {hardcheck}(?: \S+){0,2}? (?:off|out|down|away|aside|out of the way|disabled|to (?:off|false|none|zero|0))(?![a-z])`,
    unless: r`\b(?:never|only in|only for|not leave)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes checks away',
    pattern: r`{b}{disable}(?: (?!(?:with|after|once|unless|until|before|rather|whose|in|during|from)(?![a-z]))\S*[^\s.;!?]){0,4}? (?:{softcheck})(?![\w-])(?! (?:names?|errors? in|output|files? (?:in|under)|data|fixtures?|branches|messages?|artefacts?|artifacts?|environments?|environment|server|database|account|run ?time|results? older|resources?|clusters?|users?|accounts?|buckets?|namespaces?|pods?|containers?|images?|records?|orders?|rows?|tables?|folders?|keys?))`,
    except: r`(?:trailing|unused|duplicate|dead|stale|obsolete|console|debug|imports?|print|old|merged|temporary|false positives?|noise|deprecat\w*|each other|rows?|columns?|spaces|cache|generated)(?![a-z])|^(?:drop|delete|remove|clear|cut|stop|reduce|avoid|kill|erase|wipe|empty|undo|strip|void|eliminate) (?:\S+ ){0,4}(?:types|errors?|warnings?|logging|workflows?|pipelines?|policy|policies|alerts?|evidence|hooks?|ci|suite|monitoring)$|^(?:ignore|suppress|silence|mute|avoid|override|overrule|reduce) (?:\S+ ){0,4}(?:warnings?|errors?|types|policy|policies|workflows?|pipelines?)$`,
    unless: r`\b(?:only|locally|local|single|one line|per line|next to|with a (?:reason|dated|comment|marker|link|ticket)|reason|ticket|issue|dated?|baseline|let ci|ci runs|ci run|at night|nightly|temporar\w*|while you|until|planned|maintenance|documentation changes|resume|restor\w*|re-?enable\w*|returns?|not for the whole|optional|experiment\w*|prototype|throw-?away|quarantin\w*|flaky tests? (?:with|by)|fix\w*|mention|list them|summary|affected|related|changed files|draft|never|not|no|without|nobody|twice|again|first run|step by step|gradual\w*|migrat\w*)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes checks away and says all is well',
    pattern: r`{b}{disable}(?: \S*[^\s.;!?]){0,14}? (?:and|then|but) (?:still |just |then |simply )?(?:report|announce|claim|declare|say|mark|write|tell|call|pretend|state|note|record|log)(?: \S*[^\s.;!?]){0,6}? (?:success\w*|passed|pass|green|done|ok|fine|complete\w*|works?|clean|finished|ready|well)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it gives rights without need',
    pattern: r`{b}(?:give|grant|assign|hand|award|get|take|obtain|acquire|escalate to|make)(?: \S*[^\s.;!?]){0,6}? (?:an? |the |full )*(?:admin\w*|root|owner|super ?user|sudo|cluster-admin|wildcard|unlimited|unrestricted|god|full|every|all|domain admin)(?: \S+){0,1}? (?:rights?|access|roles?|permissions?|privileges?|powers?|scopes?|control)(?![a-z])`,
    unless: r`\b(?:never|only|not|no|avoid|least|instead|nobody|without|read)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it runs all as a privileged user',
    pattern: r`{b}(?:use|run|execute|start|do|launch|prefix|call)(?: \S*[^\s.;!?]){0,4}? (?:sudo|as root|as administrator|--privileged|with root|with admin\w*)(?: \S*[^\s.;!?]){0,6}? (?:everything|all|every|always|by default|avoid\w*|prevent\w*|any|whatever|each)(?![a-z])|{b}(?:always|everything|all commands|every command|each command|by default)(?: \S*[^\s.;!?]){0,4}? (?:sudo|as root|as administrator|--privileged)(?![\w-])`,
    unless: r`\b(?:never|do not|don't|avoid using|rather than|instead of)`,
  },
  {
    kind: 'disable-checks',
    reason: 'it answers prompts before they are read',
    pattern: r`(?:--yes|--assume-yes|--force|--auto-approve|--non-interactive|--no-confirm|--noconfirm| -y| -f)(?![\w-])(?: \S*[^\s.;!?]){0,6}? (?:all|every|each|any|always|nothing asks|no (?:prompt|question)\w*|everything|never asks?)(?![a-z])|{b}(?:always|every|all|each|any)(?: \S*[^\s.;!?]){0,5}? (?:--yes|--assume-yes|--force|--auto-approve|--noconfirm|-y)(?![\w-])`,
    except: r`--force-with-lease`,
    unless: r`\b(?:never|do not|don't|ci|pipelines?|rather|instead)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it asks not to ask',
    pattern: r`{b}(?:do not|don't|never|no need to|avoid|stop|needn't|need not|must not|shouldn't) (?:ever )?(?:bother|disturb|trouble|annoy|interrupt|burden|pester|molest|nag|distract|involve|consult|worry)(?:ing)? (?:the )?(?:user|users|anyone|anybody|people|human|humans|customer|owner|operator|reviewers?|team|me|him|her|them|maintainers?)(?![a-z])`,
    isNegationPart: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it fakes the result of a check',
    pattern: r`{b}(?:always|ever|unconditionally|in (?:any|every|all) cases?|no matter what|regardless)(?: \S*[^\s.;!?]){0,3}? (?:exits?|returns?|ends?|finish\w*|answers?|succeeds?|passes|reports?)(?: with| code| status| in| as)* (?:0|zero|success|true|green|ok|passed)(?![a-z\d])|{b}(?:so that|so|to make)(?: \S+){0,4}? (?:always|never) (?:pass(?:es)?|succeeds?|fails?|is green|turns? red|exits? with)`,
    unless: r`\b(?:never|avoid|do not|don't|must not)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it silences findings wholesale',
    pattern: r`{b}(?:blanket|file-wide|project-wide|global|wholesale|catch-?all|repository-wide|repo-wide) (?:\S+ )?(?:ignores?|disables?|suppressions?|exceptions?|exemptions?|waivers?|overrides?|allow\w*)(?![a-z])|{b}(?:silence|mute|suppress|ignore|exclude|hide)(?: \S*[^\s.;!?]){0,5}? (?:for|in|across|on) (?:the )?(?:whole|entire|all|every|complete)(?: \S+){0,2}? ?(?:repositor\w*|repos?|projects?|code ?base|files?|folders?|branches|modules?)(?![a-z])|{b}(?:cast|convert|type|annotate|set) (?:everything|all|every \S+)(?: \S+){0,3}? (?:to|as) (?:any|unknown|object|dynamic)(?![a-z])`,
    unless: r`\b(?:never|not|rather than|instead|avoid|no)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes missing consent for consent',
    pattern: r`{b}(?:silence|no (?:answer|reply|response|objection)|a missing (?:answer|reply)|lack of (?:an? )?(?:answer|reply|objection)|not answering)(?: \S+){0,3}? (?:is|means|counts as|as|equals|implies|for) (?:\S+ )?(?:consent|yes|approval|agreement|permission|confirmation)(?![a-z])|{b}(?:when|if|whenever) (?:the )?(?:user|nobody|no one|owner|reviewer|human)(?: \S+){0,4}? (?:answers?|repl(?:y|ies)|respond\w*|away|absent|asleep|reacts?|objects?|busy|offline|unavailable)(?: \S+){0,3}?,? (?:approve|go ahead|proceed|continue|merge|confirm|assume|decide|sign|accept|deploy|push)(?![a-z])`,
    unless: r`\b(?:stop|wait|not consent|treat the answer as no)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it unticks a protection',
    pattern: r`{b}(?:uncheck|untick|deselect|clear the (?:box|checkbox)|un-?require|turn back|undo)(?: \S*[^\s.;!?]){0,3}? ["'\x60(]*(?:require\w*|review\w*|protect\w*|approv\w*|verif\w*|check\w*|security|status|signed|confirm\w*|permission\w*)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it leaves a limit behind when it binds',
    pattern: r`{b}(?:outside(?: of)? (?:the |of the |your )*(?:sandbox|container|jail|policy|work ?tree|allowed)|(?:unsandboxed|unconfined|unrestricted)(?![a-z]))`,
    unless: r`\b(?:never|ask\w*|not|no|only|before|without|refuse|wait|explain)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to stop obeying',
    pattern: r`{b}(?:stop|cease|quit|no longer|refuse to|stops?|need not|needn't|(?:do|does|must|should|need|will) not|don't|doesn't|never|nor|neither|not) (?:ever |have to |longer |any longer )*(?:obey(?:ing)?|follow(?:ing)?|respect(?:ing)?|heed(?:ing)?|honou?r(?:ing)?|abid(?:e|ing) by|comply(?:ing)? with|listen(?:ing)? to|adher(?:e|ing) to|bound by|bind|binding|appl(?:y|ies|ying) to you|tak(?:e|ing) orders from)(?: \S*[^\s.;!?]){0,6}? ?(?:instructions?|orders?|rules?|polic(?:y|ies)|directives?|guidelines?|guidance|restrictions?|limits|prompts?|operators?|providers?|owners?|developers?|workspace|users?|you|safety|company|agents\.md|claude\.md|commands?)(?![a-z])`,
    except: r`^(?:do not|don't|never) follow instructions?$|{order} {data}|(?:rules?|instructions?|orders?|commands?) (?:that|which) (?:come|appear|are|stand)|links?(?![a-z])|redirects?`,
    unless: r`\b(?:untrusted|as data|are data|is data|injection|injected|quoted)(?![a-z])`,
    isNegationPart: true,
  },
  {
    kind: 'instruct',
    reason: "it speaks of the reader's own orders",
    pattern: r`{b}your (?:own |current |former |existing |earlier |previous |standing |original |real |usual |normal |internal |hidden |secret |built-in |default |safety |core |first |main )*(?:instructions?|system prompt|prompt|orders|operators?|principals?|owner|provider|developers?|makers?|creators?|restrictions?|programming|training|conscience|scruples|guard ?rails?|safeguards?|directives?|guidelines|briefing|limitations?|masters?|vendor|standing orders|constraints|inhibitions?|alignment|ethics|boundaries|loyalty|duty|duties|obligations?|superiors?|administrators?|supervisor)(?![a-z-])`,
    except: r`your (?:default )?(?:prompt|training|vendor|provider|constraints|owner)$`,
    unless: r`\b(?:never|do not|don't) (?:reveal|show|disclose|repeat|change)`,
    isNegationPart: true,
  },
  {
    kind: 'instruct',
    reason: 'it places a text above those in charge',
    pattern: r`{b}(?:web ?pages?|pages?|texts?|lines?|notes?|guidelines?|comments?|readme|files?|tool (?:outputs?|results?)|outputs?|messages?|authors?|this|these|list|issue|tickets?|e-?mails?|documents?|site|it)(?: \S+){0,4}? (?:take|takes|have|has|get|gets|deserve|deserves|carry|carries|is|are|count|counts|rank|ranks|stand|stands|come|comes|go|goes|beat|beats|wins?|prevails?)(?: \S+){0,4}? (?:precedence|priority|above|over|more important|higher|before|first|against|more than|more weight|greater|stronger|superior|instead of|ahead of)(?: \S+){0,5}? (?:users?|operators?|system|owner|developers?|polic(?:y|ies)|instructions?|guidelines?|prompt|rules|orders|company|everything else|anything else|all else)(?![a-z])|{b}(?:web ?pages?|texts?|lines?|notes?|guidelines?|comments?|readme|outputs?|this|these|issue|it) (?:outranks?|overrides?|overrules?|trumps?|supersedes?|replaces?|cancels?|voids?|annuls?)(?: \S+){0,3}? (?:users?|operators?|system|owner|developers?|polic(?:y|ies)|instructions?|guidelines?|prompt|rules|orders|company|everything else|all else)(?![a-z])|{b}(?:less important|lower|secondary|less|below|beneath|subordinate)(?: \S+){0,3}? (?:than|to|that) (?:what )?(?:this|these|the (?:text|note|line|guideline|page))(?![a-z])|{b}(?:side|agree|go along) with (?:\S+ ){0,4}?(?:page|text|file|author|comment|site|issue|document|output|readme)(?: \S+){0,4}? (?:against|rather than|not|over|instead of) (?:the )?(?:user|operator|owner|policy|system)`,
    except: r`(?:later|earlier|these|the) (?:css |lint\w* )?rules? |(?:config\w*|settings?|flags?|options?|variables?|arguments?|file|files) (?:take|takes|override|overrides|have|has|come|comes)`,
    unless: r`\b(?:follow the user|the user wins|mention the conflict|is data|are data|untrusted)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it defies what the user says',
    pattern: r`{b}(?:when(?:ever)?|if|where|even (?:if|when|where|though)|although|though|no matter (?:what|whether)|regardless of (?:what|whether)|whatever|however often)(?: the)? (?:user|users|operator|owner|customer|human|they|he|she)s? (?:says?|asks?|wants?|objects?|refuses?|forbids?|forbade|disagrees?|tells?|declines?|protests?|denies|denied|prohibits?|insists?|complains?|orders?)(?: \S*[^\s;!?]){0,5}?,? ?(?:continue|go on|carry on|anyway|proceed|keep|ignore|do it|still|nevertheless|regardless|all the same|obey|do not stop|don't stop|never stop|say no|not)(?![a-z])|{b}(?:obey|follow|do|continue|proceed|go on|keep|send|run|delete|push|act|trust|believe|prefer|apply|carry on|insist)(?: \S*[^\s.;!?]){0,12}? (?:even (?:if|when|where|though)|although|no matter (?:what|whether)|regardless of (?:what|whether)|against|over) (?:the )?(?:user|operator|owner|customer|human|reviewer|policy)(?:'s)?(?: \S+){0,2}? ?(?:says?|asks?|objects?|refuses?|forbids?|disagrees?|tells?|declines?|protests?|wants?|wish\w*|will|objections?|consent|orders?)?(?![a-z])`,
    except: r`(?:ask|explain|stop|wait|confirm|mention)(?![a-z])|^(?:check|test|protect|validate|compare)`,
    unless: r`\b(?:stop when|the user says stop|explain|follow the user|report what)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to deceive',
    pattern: r`{b}(?:tell|assure|convince|make|let|reassure|persuade|inform)(?: the| your)? (?:user|users|customer|customers|reviewer|reviewers|operator|owner|team|anyone|them|him|her|people|human|everyone)s? (?:believe |think |know |that |of |about )*(?:nothing|no \S+|all is|everything|it was|it is|you did not|you have not|you never|the change was|they|there (?:is|was|were) no)(?: \S*[^\s;!?]){0,8}?,? ?(?:even (?:if|though|when)|although|though|whether or not|regardless|despite|no matter|while you|but)(?![a-z])|{b}(?:deny|conceal|cover up|lie about|misreport|obscure|disguise|camouflage|mislead|deceive|trick|fool|gaslight|dupe)(?: \S+){0,3}? ?(?:that|this|it|the (?:user|existence|change|fact|use|reviewer|owner|operator|customer)|any|having|what|users?|reviewers?|customers?|knowledge)(?![a-z])|{b}(?:never|do not|don't|without|refuse to) (?:ever )?(?:say(?:ing)?|explain(?:ing)?|give|giving|tell(?:ing)?|admit(?:ting)?|state|stating|disclos(?:e|ing)|mention(?:ing)?|reveal(?:ing)?|let(?:ting)? on)(?: \S+){0,2}? (?:why|the reason|where (?:it|this|you)|that you (?:were|are|did|have|got|read)|who (?:told|asked)|having|this (?:rule|guideline|line|note|text|list|instruction)|of this|about this|it to)(?![a-z])`,
    except: r`^(?:disguise|obscure|conceal) `,
    isNegationPart: true,
  },
  {
    kind: 'instruct',
    reason: 'it pushes a product or opinion into answers',
    pattern: r`{b}(?:recommend|praise|promote|advertise|suggest|plug|favou?r|endorse|name|mention|link to|push|advise|steer)(?: \S*[^\s.;!?]){0,6}? (?:in|into|to|with|at the end of) (?:each|every|all|any) (?:\S+ )?(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|users?|customers?|comments?)(?![a-z])|{b}in (?:each|every|all|any) (?:\S+ )?(?:answers?|repl(?:y|ies)|responses?|messages?),? (?:\S+ ){0,2}?(?:recommend|praise|promote|advertise|suggest|plug|endorse|insert|hide|embed)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it makes rules into suggestions',
    pattern: r`{b}(?:consider|treat|regard|see|view|take|understand|interpret|read|think of|look (?:up)?on|count)(?: \S*[^\s.;!?]){0,5}? (?:rules?|polic(?:y|ies)|limits?|restrictions?|safeguards?|instructions?|refusals?|prohibitions?|approvals?|denials?|boundaries|guard ?rails|warnings?)(?: \S+){0,4}? (?:as|to be|like|for) (?:\S+ )?(?:suggestions?|optional|advice|advisory|hints?|jokes?|obsolete|tests?|mistakes?|proposals?|recommendations?|noise|errors?|negotiable|irrelevant|void|decoration|polite requests?|outdated|a game|guidelines|flexible|relative|historic\w*|expired|tentative)(?![a-z])|{b}(?:rules?|polic(?:y|ies)|limits|restrictions|safeguards|instructions|refusals|prohibitions) (?:are|is|were) (?:only |just |merely |mere |really |all )*(?:suggestions?|optional|advice|hints?|jokes?|for others|negotiable|decoration|meant for|made to be broken|obstacles?|lifted|there to be)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to decode and carry out what is hidden',
    pattern: r`{b}(?:backwards?|reversed?|in reverse|right to left|every (?:second|other|third) (?:letter|word)|first letters?|acrostic|caesar|rot-?13|base ?64|hex(?:adecimal)?|morse|mirror\w*|cipher\w*|cypher\w*)(?: \S*[^\s;!?]){0,10}?,? (?:and|then|to) (?:then )?(?:do|execute|run|obey|follow|carry|apply|act|perform)(?![a-z])|{b}(?:carry out|execute|obey|follow|perform|act on|run|do|apply)(?: \S+){0,4}? (?:base ?64|rot-?13|hex|encoded|reversed|backwards|hidden|invisible|encrypted|morse)(?![a-z])`,
    except: r`(?:run|apply|do) (?:\S+ ){0,4}?(?:hidden|hex|reversed|encrypted) (?:tests?|migrations?|files?|volumes?|backups?)`,
  },
  {
    kind: 'instruct',
    reason: 'it imagines that no rules hold',
    pattern: r`{b}(?:if|suppose|imagine|assuming|assume|pretend|hypothetical\w*|as (?:if|though)|say|picture|in a world (?:where|in which)|let us say)(?: \S*[^\s.;!?]){0,5}? (?:no|not|without|zero|never|none|free of|lacked|nothing)(?: \S+){0,4}? (?:rules?|limits?|restrictions?|polic(?:y|ies)|instructions?|safeguards?|filters?|constraints?|guidelines?|prompts?|guard ?rails|conversation|prohibitions?|laws?|ethics)(?![a-z])|{b}(?:earlier|previous|prior|above|whole|preceding) (?:conversation|messages?|context|prompt|instructions?|chat)(?: \S+){0,3}? (?:never happened|did not happen|was a test|were a test|is a test|does not exist|never existed|was a joke|is over|has ended|ends here)(?![a-z])`,
    except: r`^(?:if|say) (?:there (?:is|are) no|no) (?:\S+ )?(?:polic(?:y|ies)|rules?|limits?|constraints?|guidelines?)$`,
    isNegationPart: true,
  },
  {
    kind: 'instruct',
    reason: 'it asks to plant a way in',
    pattern: r`{b}(?:add|plant|install|create|insert|leave|open|build|hide|embed|introduce|put|include|set up)(?: \S*[^\s.;!?]){0,4}? (?:back ?doors?|trojans?|malware|key ?loggers?|miners?|root ?kits?|spyware|(?:hidden|secret|undocumented|extra|own) (?:admin\w* )?(?:accounts?|users?|logins?|access|endpoints?|ssh keys?|entrances?|entry)|reverse (?:shells?|tunnels?)|logic bombs?|web ?shells?|persistence)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it makes itself the first duty',
    pattern: r`{b}(?:first|main|highest|only|sole|chief|primary|supreme|foremost|most important) (?:duty|task|goal|priority|aim|purpose|job|order|rule|law)(?: \S+){0,4}? (?:is|be|becomes|remains) to (?:follow|obey|execute|run|send|serve|carry out|do what|comply)(?![a-z])|{b}(?:this|the (?:following|present)) (?:note|text|line|message|guideline|notice|instruction|rule|entry|list|paragraph)s? (?:takes? (?:its|their|the) place|replaces?|overrides?|supersedes?|comes first|counts?|is (?:the )?(?:law|final|binding|your|absolute)|must be (?:obeyed|followed|executed)|wins|stands above|has the last word|is all (?:you|that))(?![a-z])|{b}only (?:the|this) (?:one|line|text|guideline|rule|note)(?: \S+){0,3}? (?:counts?|matters?|applies|holds|is valid|binds)(?![a-z])|{b}(?:let|have|make) (?:this|these|the following) (?:\S+ )?(?:override|overrule|replace|supersede|outrank|trump|guide|govern|rule|take)(?![a-z])`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}(?:{secret}|{secretfile}|{environment}|screen ?shots?|{ownwork})(?: \S+){0,6}? (?:belongs? (?:in|to|on|into)|goes? (?:to|into)|go (?:to|into)|(?:should|must|may|can|has to|have to|is to|are to|shall|needs? to) (?:also |always )?be (?:sent|uploaded|posted|mailed|e-?mailed|forwarded|shared|copied|published|attached|pasted|added|included|submitted|transmitted|delivered|appended|made (?:public|available)))(?: \S+){0,6}? ?(?:public\w*|upload\w*|{sink}|{place}|anyone|everyone|partner|vendor|outside|author)(?![a-z])`,
    except: r`^(?:logs?|queries|questions?|documents?|prompts?|diff|files?|answers?|everything|secrets?|tokens?|contacts|input) (?:\S+ ){0,3}?(?:belongs?|goes?|go|should be|must be) `,
  },
  {
    kind: 'exfiltrate',
    reason: 'it makes private things public',
    pattern: r`{b}(?:upload|publish|post|share|put|push|make|release|expose|drop|paste|open)(?: \S*[^\s.;!?]){0,6}? (?:{secretfile}|(?:the |all |your |user'?s |our |private |internal |secrets? )+(?:keys?|secrets?|credentials?|conversation|source|files|code|folder|data|database|customers?|table|transcript|history))(?: \S*[^\s;!?]){0,6}? (?:public(?:ly)?|to the (?:internet|world|web|author|vendor|partner|outside)|on the (?:internet|web)|world[- ]readable|to (?:everyone|anyone|strangers|whoever))(?![a-z-])`,
    unless: r`\b(?:never|do not|don't|not|no|check)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it gives secrets to whoever asks',
    pattern: r`{b}(?:give|hand|tell|pass|send|show|reveal|provide|offer|disclose|read|dictate|lend|supply|issue|share|entrust)(?: \S*[^\s.;!?]){0,6}? (?:{secret}|{secretfile})(?: \S+){0,3}? (?:to|with|for) (?:anyone|whoever|everyone|everybody|anybody|all|any|the caller|callers|customers?|whom|people|those|who|strangers|the requester|(?:the |a )?(?:person|user|author|vendor|support|helper|client) (?:that|who|asking))(?![a-z])|{b}(?:give|hand|tell|show|send|offer) (?:anyone|whoever|everyone|callers?|customers?|strangers|them|him|her|the (?:caller|customer|requester|author|vendor|support))(?: \S+){0,5}? {secret}(?![a-z-])`,
    except: r`(?:reset|temporary link|scope|expiry|name)`,
    unless: r`\b(?:never|not|no|only)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it uses what belongs to another',
    pattern: r`{b}(?:take|use|borrow|try|reuse|copy|steal|grab|pick up|apply|adopt|impersonate)(?: \S*[^\s.;!?]){0,4}? (?:{secret}|logins?|keys?|session|account|identity|badge)(?: \S+){0,2}? (?:of|from|belonging to|left by|that belongs? to|stored (?:by|for)|saved (?:by|for)) (?:\S+ ){0,2}?(?:colleagues?|someone|another|other|whoever|administrators?|admins?|root|owner|boss|developers?|neighbou?rs?|any|users? who|person|people|projects?)(?![a-z])|{b}(?:look|search|hunt|check|go|dig|browse)(?: \S*[^\s.;!?]){0,3}? (?:for|through) (?:\S+ ){0,3}?(?:{secret}|keys?)(?: \S+){0,3}? in (?:\S+ ){0,2}?(?:other|another|neighbou?ring|someone|different|foreign|home|parent|user'?s?)(?![a-z])`,
    except: r`staged|diff|history|repositor`,
    unless: r`\b(?:never|not|no|do not)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what a page or link gives',
    pattern: r`{b}(?:open|visit|follow|go to|take|copy|click|browse|use|load|fetch|get|download|grab|check)(?: \S*[^\s.;!?]){0,5}? (?:links?|urls?|gists?|pastebins?|web ?sites?|attachments?|snippets?|pastes?|scripts?|installers?|binar(?:y|ies)|one-?liners?|web ?pages?)(?: \S*[^\s;!?]){0,8}?,? (?:and|then|,) (?:then |also |just )*(?:run|execute|pipe|install|start|launch|paste|do (?:what|as|everything|whatever)|eval|obey|follow|make it executable|chmod|carry out|apply)(?![a-z])`,
    except: r`(?:official|checksum|hash|signature|release page|read (?:it|the)|verify|container|sandbox)(?![a-z])`,
    unless: r`\b(?:checksum|sha-?256|hash|signature|verif\w*|never|do not|don't|official|after reading)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it pipes foreign text into a shell',
    pattern: r`{b}(?:pipe|feed|pass|send|redirect|paste|stream|hand)(?: \S*[^\s.;!?]){0,6}? (?:in)?to (?:an? |the |your )?(?:root |sudo )?(?:bash|sh|zsh|shell|terminal|interpreter|python\d?|node|powershell|console|perl|ruby)(?![\w-])`,
    unless: r`\b(?:never|do not|don't|not|avoid|read the script)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what a message names',
    pattern: r`{b}(?:start|run|open|execute|install|launch|double-?click|apply|use|try)(?: \S*[^\s.;!?]){0,3}? (?:installers?|scripts?|programs?|binar(?:y|ies)|files?|tools?|commands?|links?|updates?|packages?|patch(?:es)?|fix(?:es)?|macros?)(?: \S+){0,1}? (?:that|which) (?:the |an? |this |some )?(?:\S+ )?(?:message|page|issue|comment|e-?mail|error|log|site|readme|output|author|ticket|post|popup|pop-up|stranger|user on the internet|forum|bot)(?: \S+)? (?:links?|offers?|names?|suggests?|recommends?|points?|gives?|contains?|mentions?|tells?|shows?|provides?|asks?)(?![a-z])|{b}(?:run|execute|enter|type|paste|perform)(?: \S+){0,3}? commands?(?: \S+){0,3}? (?:shown|given|found|listed|written|suggested|posted|contained|printed|named|offered|from|in) (?:there|on (?:it|that|the) (?:page|site)|in (?:it|the (?:issue|comment|page|e-?mail|post|output|error|answer))|by (?:it|the (?:page|site|error|issue|author)))(?![a-z])`,
    unless: r`\b(?:never|do not|don't|check|review|sandbox|container|after reading|user)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it takes code from an untold repository',
    pattern: r`git\+(?:https?|ssh|file)?:?//|(?:https?:|git:)//\S+\.git(?![\w-])(?: \S*[^\s;!?]){0,6}? (?:and|then) (?:\S+ )?(?:run|install|build|execute|make|start|use)|{b}(?:curl|wget)[^\n|]{0,160}\| ?(?:git apply|patch|tar|sudo|psql|mysql|kubectl|docker|xargs|tee|jq -r \S+ \| ?(?:ba)?sh)(?![\w-])`,
    unless: r`\b(?:localhost|127\.0\.0\.1)`,
  },
  {
    kind: 'run-url',
    reason: 'it asks an address what to do',
    pattern: r`{b}(?:ask|let|consult|query|poll|check|have)(?: \S*[^\s;!?]){0,4}? (?:https?://\S+|www\.\S+|(?:[\w-]+\.)+(?:com|net|org|io|example|test|dev|app)(?:/\S*)?)(?: \S*[^\s;!?]){0,6}? (?:what to|tell you|decide|for (?:orders|instructions|commands|tasks|rules|guidelines|the next)|say what|how to (?:proceed|behave|act)|and (?:do|obey|follow|act|comply))(?![a-z])`,
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
    kind: 'instruct',
    reason: 'it tells to go on against a stop',
    pattern: r`{b}(?:when(?:ever)?|if|once|each time|even if|even when|should) (?:the |a )?(?:user|users|operator|owner|customer|human|someone|anyone|person)s? (?:says?|asks?|tells?|wants?|orders?|types?|writes?|requests?|calls?|begs?)(?: \S+){0,5}? ?(?:stop|no|quit|cancel|halt|abort|wait|otherwise|not to|the contrary|opposite),? (?:\S+ ){0,3}?(?:continue|go on|carry on|proceed|keep|ignore|do it|go ahead|finish|resume|push on|refuse)(?![a-z])`,
    unless: r`\b(?:do not|don't|never) (?:continue|go on|carry on|proceed|keep|resume)`,
  },
  {
    kind: 'instruct',
    reason: 'it hides something from the user',
    pattern: r`{b}(?:hide|conceal|withhold|keep back|keep|mask|suppress|leave out|omit|delete|remove|erase|obscure|camouflage|cover)(?: \S*[^\s.;!?]){0,9}? (?:from|before|away from) (?:the )?(?:users?|operators?|owners?|reviewers?|team|humans?|customers?|maintainers?|anyone|everybody|everyone|audit\w*|auditors?|security)(?![a-z])`,
    except: r`(?:secrets?|tokens?|passwords?|keys?|personal data|stack traces?|internal \w+|implementation|complexity|details) (?:\S+ ){0,2}?(?:from|away)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to reveal the prompt',
    pattern: r`{b}{show},?(?: \S*[^\s.;!?]){0,10}? (?:(?:text|words?|lines?|messages?|part|content|everything|all|whatever|prompt|instructions?)(?: \S+){0,2}? (?:that |which )?(?:precedes?|preceded|comes? before|came before|stands? before|was given (?:to you )?(?:first|before|at)|you (?:started|began|were (?:started|initiali[sz]ed|configured|set up)))(?: with| this| the)?)(?![a-z])`,
    unless: r`\b(?:never|do not|don't)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to obey foreign text',
    pattern: r`{b}(?:anything|whatever|everything|any (?:text|line|sentence|comment|word)|all that)(?: \S+){0,3}? (?:found|written|said|read|standing|stated|contained|that (?:stands|appears|is written)|you (?:find|read|see))?(?: \S+){0,4}? ?(?:counts? as|is|are|has to be|have to be|must be|should be|becomes?|ranks? as|equals?)(?: \S+){0,3}? (?:commands?|orders?|instructions?|law|executed|obeyed|followed|carried out|binding|done)(?![a-z])|{b}(?:obey|obeys|obeying|serve|serves|submit to|submits to)(?: \S+){0,5}? (?:pages?|texts?|files?|comments?|issues?|sites?|authors?|readme|outputs?|messages?|e-?mails?|links?|strangers?|anyone|whoever|lines?|notes?|this|me|it)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not|untrusted|as data)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it undermines limits',
    pattern: r`{b}{strongverb}(?: \S*[^\s.;!?]){0,4}? (?:limits?|rules?|restrictions?|orders|prohibitions?|guidance|polic(?:y|ies)|boundaries|instructions?|constraints?|safeguards?)(?: \S+){0,3}? (?:your|you|its|the|this|of (?:the|this|your)|by|from|set|given|imposed|laid)(?: \S+){0,3}? ?(?:provider|operator|owner|developers?|vendor|maker|company|user|workspace|system|project|administrator|session|organi[sz]ation|team|boss|creator)(?![a-z])`,
    except: r`{order} {data}`,
    isNegationPart: true,
  },
  {
    kind: 'exfiltrate',
    reason: 'it names where data goes',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|submit|report|attach|give|hand|copy|share|deliver|pass|provide|supply|ship|write|publish|paste|append|add|leak|pipe|mirror|sync|back up|export|dump|stream|log|notify|tell|call|calling|ping|request|requesting|fetch|open|load)(?: \S*[^\s;!?]){0,18}? [("'\x60<]*(?:(?:https?|ftp|wss?)://(?!localhost|127\.|0\.0\.0\.0)\S*(?:\$\(|\{|\$\w|<\w+>|%s|\?\w+=)|{mailto})`,
    except: r`^(?:report|open|load|fetch|add|call|request|notify|tell|write) (?:\S+ ){0,6}(?:security@|support@|docs|documentation|link)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends secrets away',
    pattern: r`{b}(?:send|post|upload|e-?mail|mail|forward|transmit|submit|attach|give|hand|copy|share|deliver|pass|provide|supply|publish|paste|append|add|put|include|embed|leak|pipe|export|dump|write|print)(?: (?!(?:with|using|by|via|after|once|when|if|unless|without|until|whether)(?![a-z]))\S*[^\s.;!?]){0,7}? (?:{secretfile}|(?:the |your |our |all |any |every |user'?s? |session |database |admin |deploy |private |api |ssh |access |root )+(?:keys?|passwords?|passphrases?|secrets?|credentials?|cookies?|tokens?|pins?)|{environment}|values? of (?:all |the |every )?(?:environment|secret)\S*)(?: \S*[^\s;!?]){0,8}? (?:to|into|in|on|at|for|as)(?: \S*[^\s.;!?]){0,3}? (?:support|vendor|author|request|public\w*|registry|label|footer|header|chat ?bot|helpdesk|maintainers?|partner|mailing list|ticket|tickets|customer|image|artefact|artifact|build|release|log|logs|banner|page|wiki|report|everyone|anyone|whoever|third|stranger|community|forum|slack|channel|bucket|screen|console|stdout|answer|reply|repl(?:y|ies)|answers|response|comment|message|commit|metadata|tag|title|name|url|query|path|document|spreadsheet|survey|form)(?![a-z])`,
    except: r`(?:request|authorization) headers? (?:of|for|with)|^(?:add|put|write|pass|provide|supply|include|copy) (?:\S+ ){0,6}(?:to|in|into|on|at|for|as) (?:\S+ ){0,3}(?:secret store|vault|keychain|header|headers|form|screen|name|path|build|console|image|log|logs|registry)$|names? of|scopes? of|hash of|expiry`,
    unless: r`\b(?:never|do not|don't|not|no|placeholder|masked|redact\w*|scanner|keep .* out)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it asks to print a secret',
    pattern: r`{b}(?:print|echo|show|display|paste|output|reveal|tell|quote|recite|dump|disclose|read|state|repeat|spell|expose|give|say|list|type|log|share|send|put|write|decrypt and \w+)(?: (?!(?:whether|if|only|with|using|after|when|without|names?|who|which)(?![a-z]))\S*[^\s.;!?]){0,6}? (?:values?|contents?|decrypted|plain ?text|clear ?text|unmasked|plain|saved|stored|actual|current|full|real|raw|complete)(?: \S+){0,5}? ?{secret}(?!(?:'s)? (?:names?|lengths?|expir\w*|ids?|hash\w*|scopes?|counts?|usage|budgets?|limits?|types?|polic\w*|managers?|stores?))`,
    unless: r`\b(?:never|do not|don't|not|no|masked|placeholder|only whether|instead)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it says that secrets may be shown',
    pattern: r`{b}(?:{secret}|customer data|personal data)(?: \S+){0,3}? (?:may|can|should|must|shall|are to|is to|might|are|is)(?: also| always| freely| safely| to)* be (?:written|put|stored|kept|saved|copied|added|pasted|left|committed|hard-?coded|embedded|included)(?: \S+){0,3}? (?:log|logs|code|repository|readme|ticket|chat|comments?|public|plain|clear|source|wiki|issue|answer|url)(?![a-z])`,
    unless: r`\b(?:never|not|no|only)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it fakes the result of a check',
    pattern: r`{b}(?:say|claim|state|pretend|declare|announce|assert|insist|report|write|tell|answer|mark|flag|label|list|count|treat|record|register|close)(?: \S*[^\s.;!?]){0,4}? (?:tests?|builds?|checks?|suites?|everything|all|runs?|reviews?|tasks?|jobs?|tickets?|failures?|it|acceptance)(?: \S+){0,3}? (?:as )?(?:passed|passes|passing|pass|green|succe\w*|ok|fine|done|works?|complete\w*|verified|clean|reviewed|approved|resolved)(?![a-z])`,
    except: r`(?:after|once|when|if|unless|only|until|before) (?:\S+ ){0,4}(?:pass|green|succe|ok|done|complete)`,
    unless: r`\b(?:never|not|no|only|when all|once|after|before|unless|until|if|whether|which|fix\w*|with a (?:link|reason)|expected|evidence|real|actually|quote)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it changes what the agent may do',
    pattern: r`{b}(?:edit|change|modify|rewrite|alter|delete|overwrite|replace|relax|loosen|extend|widen|patch|raise|empty|weaken|reset|increase|bump|adjust|tamper with|manipulate|swap|rename|move)(?: \S*[^\s.;!?]){0,3}? (?:polic(?:y|ies)(?: file)?|permissions?(?: file| settings?| list| rules?)|settings\.json|token (?:budgets?|limits?|grants?)|budgets?|spending limits?|cost limits?|allow ?lists?|deny ?lists?|guard ?rails?|checkpoint(?: file| counters?)?|counters?|usage counts?|acceptance (?:commands?|criteria)|task file|stop (?:rules?|conditions?)|sandbox (?:profile|config\w*|settings?)|hooks? (?:config\w*|settings?|file|script)|hook)(?![a-z-])(?: \S*[^\s;!?]){0,4}? (?:when(?:ever)?|if|so|to (?:let|get|allow|continue|keep|go|make|avoid)|because|until|whenever|as soon as|once|and (?:retry|continue|go on|carry on|try))(?![a-z])`,
    unless: r`\b(?:pull request|never|not|ask|propos\w*|review\w*|separate commit|user|approv\w*|owner)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it skips checks as a waste',
    pattern: r`{b}(?:never|do not|don't|no need to|there is no need to|needn't|need not|not necessary to|unnecessary to|pointless to|stop|useless to|it is not needed to|you need not|skip) (?:ever |to )?(?:run(?:ning)?|check(?:ing)?|verify(?:ing)?|test(?:ing)?|validat(?:e|ing)|review(?:ing)?|inspect(?:ing)?|lint(?:ing)?|scan(?:ning)?|confirm(?:ing)?|sign(?:ing)?|audit(?:ing)?|read(?:ing)?)(?: \S*[^\s.;!?]){0,4}? (?:tests?|test suite|suite|linters?|checks?|signatures?|checksums?|hashes|certificates?|reviews?|diffs?|changes|scans?|scanners?|permissions?|identit(?:y|ies)|code|policy|licen[cs]es?|origins?|inputs?|downloads?|archives?|packages?|commits?|scripts?|results?|licenses|provenance|source)(?![a-z])`,
    except: r`(?:again|twice|by hand|manually|one by one|in parallel|at once|on every|every time|whole|entire|full|all|unrelated|untrusted|against production|in production|on production|as root|with sudo|of others|concurrently|while)(?![a-z])`,
    unless: r`\b(?:again|twice|by hand|manually|unless|until|if nothing|unchanged|generated|vendored|documentation|in parallel|against (?:the )?(?:production|live|shared)|in production|on production|production|as root|from (?:a |the |untrusted )|rather|instead|only|without|together|at the same time|first|by eye)(?![a-z])`,
    isNegationPart: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it opens files or machines to all',
    pattern: r`{b}(?:mode |chmod |permissions? (?:to |of )?)(?:-r )?0?777(?![\d])|{b}world[- ]writ(?:e?able|able)|--privileged(?![a-z-])|{b}(?:allow|grant|give|open)(?: \S+){0,3}? (?:everyone|anyone|all users|the world|everybody|0\.0\.0\.0/0|any host|all hosts|any origin|all origins)(?: \S+){0,3}? ?(?:read|write|access|full|to|edit|in)?(?![a-z])|-v /:/|--pid=host|--net=host|--cap-add=all|seccomp=unconfined`,
    unless: r`\b(?:never|do not|don't|not|avoid|no|instead|rather|nobody|audit|find|remove|without)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it rewrites what is expected',
    pattern: r`{b}(?:replace|overwrite|update|change|edit|adjust|rewrite|set|fix|alter|copy|regenerate|accept)(?: \S*[^\s.;!?]){0,3}? (?:expected (?:values?|results?|outputs?)|expectations?|assertions?|snapshots?|golden (?:files?|outputs?)|acceptance (?:tests?|criteria)|reference (?:values?|outputs?))(?: \S*[^\s;!?]){0,4}? (?:with|to|by|into|until|so) (?:\S+ ){0,4}?(?:whatever|code returns|code gives|actual|match\w*|pass\w*|green|current output|it returns|returned|anything)(?![a-z])`,
    unless: r`\b(?:review\w*|after checking|intended|never|not|diff|once you)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs an image or package from an untold place',
    pattern: r`{b}(?:docker|podman|nerdctl|kubectl|helm)(?: \S+)? (?:run|apply|install|pull|create|exec)(?: \S*[^\s;!?]){0,8}? (?:[\w-]+\.)+(?:com|net|org|io|example|test|dev|xyz|ru|cn)[/:]\S+`,
    except: r`(?:docker|ghcr|quay|gcr|k8s|mcr\.microsoft)\.(?:io|com)`,
    unless: r`\b(?:pinned|digest|sha256)`,
  },
  {
    kind: 'run-url',
    reason: 'it acts on an address',
    pattern: r`(?:https?|ftp|wss?|hxxps?)://(?!localhost|127\.|0\.0\.0\.0)\S+`,
    unless: r`^(?=[^]*(?:\b(?:the|a|an|and|to|of|in|for|with|when|use)\b))(?![^]*\b(?:run|runs|execute|executing|exec|eval|source|install|download|fetch|pipe|curl|wget|follow|obey|carry out|apply|post|send|upload|submit|transmit|forward|load|import|clone|report|ask|do what|do as|instructions?|steps|script|shell|token|secret|password|key|credentials?|base64|decode|contents?|conversation|history)\b)`,
  },
  {
    kind: 'role',
    reason: 'it names the reader anew',
    pattern: r`{b}you(?:'re| are)(?: now| hereby| henceforth| from now on)+ (?!(?:ready|able|done|sure|in a position|on|at|looking|using|working|editing|set|logged)(?![a-z]))\S+|{b}(?:free|freed|rid) of (?:all |any |every )?(?:limits?|rules?|restrictions?|constraints?)(?![a-z])|{b}(?:call|name|consider|think of) yourself (?:an? |the |now )?(?!(?:lucky|done)(?![a-z]))\S+`,
    isNegationPart: true,
  },

  // The same in other languages.
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    pattern: r`{b}(?:vergiss|vergessen|vergesst|ignorier\w*|missacht\w*|verwirf|verwerf\w*|ubergeh\w*|ubergeht|umgeh\w*|brich|brech\w*|verletz\w*|loschen?|streich\w*|befolg\w* (?:keine|nicht)|hor\w* nicht (?:mehr )?auf|halt\w* (?:dich|sie sich|euch) nicht (?:mehr )?an|setz\w*|lass\w*|widersetz\w*|beacht\w*)(?: \S*[^\s.;!?]){0,4}? (?:(?:alle|aller|allen|samtliche|sonstige\w*|bisherige\w*|vorherige\w*|vorige\w*|fruhere\w*|obige\w*|deine|deiner|ihre|ihren|eure|andere\w*|vorangegangene\w*|vorangehende\w*|vorstehende\w*|gegebene\w*|alten?|bestehende\w*|ursprunglich\w*|zuvor|jede\w*|system\w*|der|die|den|des|dem|restlichen|erteilten|genannten|bisher|anderslautende\w*)[ ,])+(?:\S+ ){0,2}?{deorder}(?: \S+){0,3}?(?:$|[.,;:!]| (?:und|oder|aus|ausser|nicht|mehr|ab|auf|des|der|die|zu|gib|fuhre|tue|handle))`,
    isNegationPart: true,
    except: r`^(?:beacht\w*|setz\w*|lass\w*)(?!.*(?:nicht|ausser|beiseite|weg|keine))|(?:in|aus|von) (?:\S+ )?(?:webseiten?|dateien|tickets?|ausgaben|logs?)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    isNegationPart: true,
    pattern: r`{b}(?:beacht\w*|befolg\w*|berucksichtig\w*|folg\w*|gehorch\w*)(?: \S*[^\s.;!?]){0,6}? {deorder}(?: \S+){0,4}? (?:nicht|nicht mehr|keinesfalls)(?![a-z])|{b}{deorder}(?: \S+){0,4}? (?:gelten|gilt|sind|ist|werden|wird)(?: \S+){0,3}? (?:nicht mehr|nicht|aufgehoben|ungultig|hinfallig|ausser kraft|nichtig|uberholt|gegenstandslos)(?![a-z])|{b}(?:gib|gebe|geben sie|zeig\w*|nenn\w*|druck\w*|schreib\w*|wiederhol\w*|verrat\w*|veroffentlich\w*|leg\w*|teil\w*|kopier\w*|zitier\w*|lies|poste)(?: \S*[^\s.;!?]){0,8}? (?:system-?(?:prompt|vorgabe|anweisung|nachricht|instruktion)\w*|(?:deine|ihre|deiner|interne\w*|geheime\w*|ursprungliche\w*|versteckte\w*) (?:\S+ )?(?:anweisungen|vorgaben|regeln|instruktionen|prompts?|systemnachricht))(?![a-z])|{b}(?:gehorche|folge|befolge|tu|mach)(?: \S*[^\s.;!?]){0,3}? (?:nur|ausschliesslich|allein)(?: noch)? (?:diese\w*|dem|den|was|mir|hier)|{b}(?:sag\w*|erzahl\w*|verrat\w*|meld\w*|teil\w*|erwahn\w*|informier\w*)(?: \S*[^\s.;!?]){0,4}? (?:nutzer|benutzer|anwender|niemand\w*|keinem|user|kunden)(?: \S+){0,3}? ?(?:nichts|davon|nicht|daruber)?(?:$|[.,;!])`,
    except: r`^(?:sag\w*|erzahl\w*|meld\w*|teil\w*|informier\w*)(?!.*(?:nichts|nicht|niemand|keinem))`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends data away',
    pattern: r`{b}(?:send\w*|schick\w*|lad\w*|hochlad\w*|ubermittl\w*|ubermittel\w*|ubertrag\w*|leit\w*|weiterleit\w*|mail\w*|post\w*|veroffentlich\w*|kopier\w*|hang\w*|anhang\w*|fug\w*|gib|gebe|geben|schreib\w*|teil\w*|exportier\w*|stell\w*|pack\w*|nimm|bett\w*|leg\w*)(?: \S*[^\s;!?]){0,12}? (?:(?:{desecret}|{secretfile}|gesprach\w*|verlauf|kundendaten|nutzerdaten|quelltext\w*|quellcode|arbeitsverzeichnis\w*|inhalt\w*|umgebung\w*|dateien?|datenbank\w*|protokoll\w*|ausgabe von env)(?: \S*[^\s;!?]){0,10}? [("'\x60<]*(?:{sink}|(?:ticket|chat|antwort|e-?mail|kommentar|issue|commit|beschreibung|pull request)\w*)|[("'\x60<]*(?:{mailto}|https?://)\S*(?: \S*[^\s;!?]){0,6}? (?:{desecret}|{secretfile}|gesprach\w*|verlauf|kundendaten|dateien?|inhalt\w*))`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:lies|lese|gib|gebe|geben sie|zeig\w*|nenn\w*|druck\w*|schreib\w*|kopier\w*|verrat\w*|poste|zitier\w*|les\w*)(?: \S*[^\s.;!?]){0,6}? (?:{desecret}|{secretfile})(?: \S+){0,6}? ?(?:vor|aus|laut|an|ein|im|in den|in das|in die|ins)?(?: \S+){0,3}?(?:$|[.,;!]| (?:antwort|chat|ticket|klartext|ausgabe|kommentar|nutzer|benutzer|und))`,
    except: r`(?:nicht|nur|keine|name|ob |aus der umgebung|aus dem (?:tresor|speicher)|lies .* (?:aus|ein)(?: \S+)?$)`,
    isWeak: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}(?:deaktivier\w*|schalt\w*|abschalt\w*|ausschalt\w*|uberspring\w*|umgeh\w*|losch\w*|entfern\w*|unterdruck\w*|lass\w*|kommentier\w*|stell\w*|ignorier\w*|uberged\w*|hebel\w*|setz\w*|streich\w*|verzicht\w*|unterlass\w*|senk\w*)(?: \S*[^\s.;!?]){0,5}? (?:alle |die |den |das |jede |jeden |samtliche |fehlschlagende\w* |rote\w* )*(?:\w*tests?|\w*prufung\w*|zertifikat\w*|signatur\w*|signierung|\w*hooks?|linter|\w*reviews?|freigabe\w*|bestatigung\w*|ruckfrage\w*|sicherheits\w*|firewall|virenscanner|sandbox|berechtigungs\w*|\w*kontrolle\w*|verifizierung|validierung|schutz\w*|schranke\w*|abdeckung\w*|genehmigung\w*|zustimmung\w*|zwei-faktor\w*)(?![a-z])(?: \S+){0,6}?(?:$|[.,;!]| (?:ab|aus|weg|ausser|und|damit|wenn|um|auf|komplett|ganz|immer|generell|dauerhaft|global))`,
    except: r`(?:nicht|nie|niemals|nur |lokal|einzelne|mit begrundung|keine)(?![a-z])|^(?:setz|stell|lass|schalt)\w*(?!.*(?:ab|aus|weg|ausser kraft))`,
  },
  {
    kind: 'disable-checks',
    reason: 'it acts without approval',
    isNegationPart: true,
    pattern: r`(?<!(?:nie|niemals|nicht|keine\w?)(?![a-z])[^.;:]{0,80}){b}ohne (?:\S+ ){0,2}?(?:ruckfragen?|nachfragen?|bestatigung|freigabe|genehmigung|zustimmung|prufung|erlaubnis|zu fragen|review|es (?:dem|zu)|dass (?:der|die|es) (?:nutzer|benutzer))(?![a-z])|{b}(?:frag\w*|bitt\w*|wart\w*)(?: \S*[^\s.;!?]){0,4}? (?:nie|niemals|nicht|nicht mehr|nie wieder)(?: \S+){0,3}?(?:$|[.,;!]| (?:nach|um|auf))|{b}(?:genehmig\w*|bestatig\w*|erlaub\w*|akzeptier\w*)(?: \S*[^\s.;!?]){0,3}? (?:alle|jede\w*|alles|samtliche|automatisch|blind|ungefragt|ungepruft)(?![a-z])`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what an address gives',
    pattern: r`{b}(?:fuhr\w*|ausfuhr\w*|start\w*|installier\w*|lad\w*|herunterlad\w*|ruf\w*|befolg\w*|mach\w*|hol\w*|tu|folg\w*|ejecut\w*|descarg\w*|instal\w*|sig(?:ue|a)\w*|execut\w*|telecharg\w*|lanc\w*|suiv\w*|recuper\w*|baix\w*|scaric\w*|esegu\w*)(?: \S*[^\s;!?]){0,12}? [("'\x60<]*(?:https?|ftp)://\S+`,
    except: r`localhost|127\.0\.0\.1|^(?:start\w*|mach\w*|tu) `,
  },
  {
    kind: 'role',
    reason: 'it tells the reader who it is',
    isNegationPart: true,
    pattern: r`{b}du bist (?:jetzt|nun|ab sofort|ab jetzt|der|die|ein|eine|kein|keine|nicht mehr|im|frei|mein|befugt|berechtigt)(?![a-z])|{b}sie sind (?:jetzt|nun|ab sofort|kein|nicht mehr|befugt|berechtigt)(?![a-z])|{b}als (?:dein|ihr|euer) (?:administrator|entwickler|betreiber|chef|eigentumer)|{b}(?:ab sofort|von nun an|ab jetzt) (?:bist|darfst|musst|gilt|gelten|gehorch\w*|ignorier\w*|brauchst|sind alle)|{b}(?:vous etes|tu es) (?:maintenant|desormais|le|la|un|une|mon|libre|autorise\w*|en mode)(?![a-z])|{b}(?:desormais|a partir de maintenant),? (?:vous|tu|ignor\w*|obei\w*|ne)|{b}en tant qu(?:e|') ?(?:votre|ton|administrateur|developpeur)|{b}(?:eres|usted es|ahora eres) (?:ahora|el|la|un|una|mi|libre)(?![a-z])|{b}(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:eres|ignora\w*|obedec\w*|no|puedes|debes|responde\w*)|{b}como (?:tu|su) (?:administrador|desarrollador|operador)|(?:你(?:现在|从现在起|如今)?(?:是|就是|不再是|已经是)(?:一个|我的|开发者|管理员|系统|没有|不受)|从现在(?:开始|起)[,,]?(?:你|请|忽略|所有)|作为(?:你的)?(?:管理员|开发者|操作员|主人)|(?:进入|启用|切换到)(?:开发者|管理员|维护|调试|无限制)模式|系统(?:消息|提示|指令|通知) ?[::])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    isNegationPart: true,
    pattern: r`{b}(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|neglig\w*|passez? outre|contourn\w*|mettez? de cote|laissez? de cote|desobei\w*|enfrei\w*|faites? abstraction d\w*|ecart\w*|annul\w*|ne (?:tenez|tiens|tenir) (?:plus |pas )?compte d\w*|ne (?:suivez|suis|respectez|respecte|suivre) (?:plus|pas)|cess\w* de (?:suivre|respecter))(?: \S*[^\s.;!?]){0,6}? {frorder}(?: \S+){0,3}?(?:$|[.,;:!]| (?:precedent\w*|anterieur\w*|systeme|donne\w*|recue?s?|initial\w*|d'origine|ci-dessus|et|du|que|qui|de))|{b}(?:montr\w*|affich\w*|revel\w*|donn\w*|imprim\w*|ecri\w*|repet\w*|recopi\w*|divulgu\w*|communiqu\w*|cit\w*|envo\w*)(?: \S*[^\s.;!?]){0,6}? (?:(?:prompt|invite|message|instructions?|consignes?) (?:du |de |)?systeme|(?:vos|tes|ses) (?:instructions|consignes|directives|regles)|instructions? (?:internes?|cachees?|initiales?))|{b}obeiss\w*(?: \S+){0,3} (?:uniquement|seulement|exclusivement)|{b}(?:sans|ne) (?:en |le |rien )?(?:(?:informer|prevenir|dire|avertir|mentionner|signaler|dites|informez|prevenez|mentionnez|le)(?![a-z]))(?: \S+){0,4}? ?(?:l'utilisateur|personne|a quiconque|au client|le client|pas)?(?:$|[.,;!])`,
    except: r`dans (?:les |une |des )?(?:pages?|fichiers?|sorties?)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends data away',
    pattern: r`{b}(?:envo\w*|transmet\w*|transmett\w*|publi\w*|televers\w*|post\w*|expedi\w*|copi\w*|joign\w*|joindre|inclu\w*|partag\w*|transfer\w*|insere\w*|inserez|coll\w*|depos\w*|ajout\w*|ecri\w*|mett\w*)(?: \S*[^\s;!?]){0,10}? (?:{frsecret}|{secretfile}|(?:le |les |tout le |toutes les )?(?:contenu|conversations?|historique|donnees (?:clients?|personnelles|des clients)|code source|fichiers?|repertoire\w*|base de donnees|variables d'environnement|sortie de env))(?: \S*[^\s;!?]){0,10}? [("'\x60<]*(?:{sink}|ticket|conversation|reponses?|commentaires?|message|description)`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:affich\w*|montr\w*|lis(?:ez)?|lire|donn\w*|imprim\w*|ecri\w*|revel\w*|divulgu\w*|communiqu\w*|dites|recopi\w*|coll\w*)(?: \S*[^\s.;!?]){0,5}? (?:{frsecret}|{secretfile})(?: \S+){0,6}?(?:$|[.,;!]| (?:a voix haute|dans|en clair|a l'utilisateur|au|et))`,
    except: r`(?:nom|seulement|uniquement|si |jamais|pas |sans|depuis|coffre|variable)`,
    isWeak: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}(?:desactiv\w*|coup\w*|supprim\w*|contourn\w*|ignor\w*|saut\w*|passez? outre|omet\w*|omett\w*|arret\w*|retir\w*|enlev\w*|neutralis\w*|eteign\w*|abaiss\w*|effac\w*|comment\w*)(?: \S*[^\s.;!?]){0,5}? (?:tests?|verifications?|controles?|certificats?|signatures?|hooks?|linter|revues?|confirmations?|approbations?|autorisations?|securite|pare-?feu|antivirus|bac a sable|validations?|protections?|garde-?fous?|seuils?|couverture|double facteur|demandes? de (?:confirmation|permission))(?![a-z])(?: \S+){0,5}?(?:$|[.,;!]| (?:qui|pour|afin|si|quand|lorsque|et|partout|de|du|des|en|avant|sans))`,
    except: r`(?:jamais|pas |seulement|localement|une seule ligne|inutiles?|obsoletes?)(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it acts without approval',
    isNegationPart: true,
    pattern: r`(?<!(?:jamais|pas|ne|n'|nunca|no|sin)(?![a-z])[^.;:]{0,80}){b}sans (?:\S+ ){0,2}?(?:confirmation|autorisation|approbation|permission|accord|demander|verification|validation|revue)(?![a-z])|{b}ne (?:demand\w*|attend\w*|sollicit\w*)(?: \S+){0,2}? (?:jamais|pas|plus|aucune?)(?: \S+){0,3}? ?(?:confirmation|autorisation|approbation|permission|accord|avis|rien)?|{b}(?:approuv\w*|accept\w*|confirm\w*|autoris\w*)(?: \S*[^\s.;!?]){0,3}? (?:tout|toute|toutes|tous|automatiquement|chaque|aveuglement)(?![a-z])`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    isNegationPart: true,
    pattern: r`{b}(?:ignor[ae]\w*|olvid\w*|desobede\w*|desatiend\w*|pasa(?:r)? por alto|pase por alto|omit\w*|descart\w*|haz caso omiso de|haga caso omiso de|no (?:sigas|siga|hagas caso|obedezcas|respetes|respete|tengas en cuenta|tenga en cuenta|apliques)|deja (?:de seguir|de lado)|incumpl\w*|salt[ae]te|esquiv\w*|anul\w*|ignore|esqueca|desconsidere|ignorare|ignora|dimentica)(?: \S*[^\s.;!?]){0,6}? (?:{esorder}|instrucoes|regras|diretrizes|istruzioni|regole|direttive)(?: \S+){0,3}?(?:$|[.,;:!]| (?:anterior\w*|previa\w*|previo\w*|del|de|recibid\w*|original\w*|dad\w*|y|que|precedent\w*|e|do|da|dal))|{b}(?:muestr\w*|revel\w*|imprim\w*|escrib\w*|repit\w*|copi\w*|entreg\w*|ensen\w*|di|dime|divulg\w*|mostr\w*|stamp\w*|envi\w*)(?: \S*[^\s.;!?]){0,6}? (?:(?:prompt|mensaje|instrucciones|indicaciones|mensagem|messaggio|instrucoes|istruzioni) (?:del? |de |do |di )?sistema|(?:tus|sus|tuas|suas|tue) (?:instrucciones|reglas|indicaciones|directrices|instrucoes|istruzioni)|instrucciones (?:internas|ocultas|iniciales))|{b}obedec\w*(?: \S+){0,3} (?:solo|solamente|unicamente|exclusivamente)|{b}sin (?:que (?:el usuario|nadie) (?:lo sepa|se entere)|(?:mencionar|avisar|decir|informar|notificar|contar)\w*)(?: \S+){0,3}?(?:$|[.,;!])|{b}no (?:se lo |le |les |lo )?(?:digas|diga|menciones|mencione|informes|avises|cuentes|reveles)(?: \S+){0,4}? ?(?:usuario|nadie|cliente|esto|nada|ello)`,
    except: r`(?:en|de) (?:las |una |los |un )?(?:paginas?|archivos?|salidas?|ficheros?)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends data away',
    pattern: r`{b}(?:envi\w*|mand\w*|sub[ae]\w*|public\w*|transmit\w*|reenvi\w*|compart\w*|copi\w*|adjunt\w*|inclu\w*|peg\w*|transfier\w*|transfer\w*|cuelg\w*|filtr\w*|exfiltr\w*|inserta\w*|agreg\w*|anad\w*|pon\w*|escrib\w*|inoltr\w*|carreg\w*|invia\w*)(?: \S*[^\s;!?]){0,12}? (?:(?:{essecret}|{secretfile}|(?:contenido|conversaciones|conversacion|historial|datos (?:de|del|personales|de clientes)\S*|codigo fuente|archivos?|ficheros?|directorio\w*|base de datos|repositorio|salida de env|mensajes|correos|conversas|dados|dati))(?: \S*[^\s;!?]){0,10}? [("'\x60<]*(?:{sink}|tickets?|chat|respuestas?|comentarios?|descripcion(?:es)?)|[("'\x60<]*(?:{mailto}|https?://))`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:muestr\w*|imprim\w*|le[ae]|lee|escrib\w*|revel\w*|dime|di|copi\w*|peg\w*|divulg\w*|dicta\w*|repit\w*)(?: \S*[^\s.;!?]){0,5}? (?:{essecret}|{secretfile})(?: \S+){0,6}?(?:$|[.,;!]| (?:en voz alta|en|al|y|para))`,
    except: r`(?:nombre|solo|solamente|si |nunca|no |sin|desde|variable|almacen)`,
    isWeak: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}(?:desactiv\w*|deshabilit\w*|apag\w*|elimin\w*|borr\w*|omit\w*|salt\w*|evit\w*|esquiv\w*|ignor\w*|suprim\w*|quit\w*|baj[ae]\w*|anul\w*|desative|disattiv\w*|comenta)(?: \S*[^\s.;!?]){0,5}? (?:pruebas?|tests?|verificacion(?:es)?|comprobacion(?:es)?|validacion(?:es)?|certificados?|firmas?|hooks?|linter|revision(?:es)?|confirmacion(?:es)?|aprobacion(?:es)?|permisos?|seguridad|cortafuegos|firewall|antivirus|sandbox|proteccion(?:es)?|controles?|umbral(?:es)?|cobertura|doble factor|solicitudes de permiso|testes|verificacao|certificati|avisos)(?![a-z])(?: \S+){0,5}?(?:$|[.,;!]| (?:que|para|si|cuando|y|en|de|del|antes|sin|siempre))`,
    except: r`(?:nunca|no |solo|localmente|una sola linea|obsolet\w*|evit\w* (?:la |los )?(?:duplic|error))(?![a-z])`,
  },
  {
    kind: 'disable-checks',
    reason: 'it acts without approval',
    isNegationPart: true,
    pattern: r`(?<!(?:nunca|no|jamas)(?![a-z])[^.;:]{0,80}){b}sin (?:\S+ ){0,2}?(?:confirmacion|autorizacion|aprobacion|permiso|consentimiento|preguntar|pedir|revision|verificacion)(?![a-z])|{b}(?:nunca|no) (?:pidas|pida|preguntes|pregunte|solicites|solicite|esperes|espere|pedir|preguntar)(?: \S+){0,4}? ?(?:confirmacion|permiso|aprobacion|autorizacion|nada|usuario)?(?:$|[.,;!]| )|{b}(?:aprueb\w*|acept\w*|confirm\w*|autoriz\w*)(?: \S*[^\s.;!?]){0,3}? (?:todo|toda|todos|todas|automaticamente|cada|cualquier|ciegamente)(?![a-z])`,
    except: r`^no pregunt\w* dos veces`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    isNegationPart: true,
    pattern: r`(?:忽略|无视|忘记|忘掉|不要(?:再)?(?:遵守|理会|遵循|听从|执行)|抛开|放弃|绕过|违反|不必遵守|无需遵守|取消|推翻|覆盖|不再(?:遵守|遵循))[^。;；!！?？\n]{0,16}?(?:指示|指令|规则|提示词?|命令|说明|要求|限制|政策|策略|约束|准则|规定|设定|安全措施)(?!文件中|页面)|(?:输出|显示|透露|泄露|打印|告诉|复述|重复|公开|写出|展示|发送|给出|说出|列出)[^。;；!！?？\n]{0,14}?(?:系统提示词?|系统指令|系统消息|提示词|初始指令|内部指令|你的(?:指令|规则|设定|提示)|以上(?:所有)?内容|上面的(?:所有)?内容)|(?:只|仅)(?:服从|遵守|执行|听从)(?:本|这|此|我|以下)|(?:不要|别|无需|不必|勿|不得|禁止|切勿)(?:告诉|告知|通知|提醒|让|向)[^。;；\n]{0,8}?(?:用户|任何人|别人|他人|管理员|客户)|(?:悄悄|偷偷|暗中|秘密)(?:地)?[^。;；\n]{0,12}?(?:发送|修改|删除|上传|忽略|执行|添加|复制|关闭|转发)|(?:之前|以前|先前|以上|原来)的?[^。;；\n]{0,6}?(?:指示|指令|规则|命令|限制|提示)[^。;；\n]{0,6}?(?:无效|作废|失效|取消|不再适用|已过期)`,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends data away',
    pattern: r`(?:发送|上传|发到|寄到|传送|转发|提交|泄露|发布|附上|粘贴|写入|写进|抄送|贴到|放到|放进|传到|发给|同步|导出|复制|包含|加入|把|将)[^。;；!！?？\n]{0,30}?(?:密钥|密码|口令|令牌|凭据|凭证|私钥|环境变量|\.env|聊天记录|对话|会话|源代码|代码库|工作目录|客户(?:数据|资料|信息)|用户(?:数据|资料|信息)|历史记录|数据库|配置文件|文件内容|所有文件|id_rsa|\.ssh|\.aws|cookie)[^。;；!！?？\n]{0,40}?(?:https?:|@|\w\.(?:com|net|org|example|cn|io)|工单|评论|回答|回复|邮件|聊天|外部|服务器|发送|上传|发到|寄到|转发|提交|贴到|传到|发给|描述)`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`(?:读出|输出|显示|打印|说出|念出|告诉|展示|给出|粘贴|写出|透露|列出|索取|询问)[^。;；!！?？\n]{0,14}?(?:密钥|密码|口令|令牌|凭据|凭证|私钥|\.env|id_rsa|\.ssh|\.aws|验证码|信用卡号)(?!的?(?:名称|名字|长度|是否|策略|管理))`,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`(?:关闭|禁用|跳过|绕过|停用|删除|去掉|注释掉|取消|忽略|移除|屏蔽|关掉|省略|降低)[^。;；!！?？\n前先后再,，]{0,12}?(?:测试|检查|验证|校验|证书|签名|钩子|审查|审核|审批|确认|权限提示|安全|防火墙|杀毒|沙箱|保护|双因素|门槛|覆盖率|防护)|(?:无需|不必|不用|不需要|不要|不经|未经|没有)[^。;；\n]{0,6}?(?:确认|批准|询问|审批|许可|授权|同意|请示|征求)(?!前)|(?:自动|一律|全部|直接)(?:批准|同意|确认|允许|接受|通过)(?:所有|全部|任何|每)?`,
    except: r`(?:单行|本地|仅限|旧的|过期)`,
  },
  {
    kind: 'run-url',
    reason: 'it runs what an address gives',
    pattern: r`(?:运行|执行|安装|下载|打开|访问|获取|按照|遵循|照做|抓取|拉取)[^。;；!！?？\n]{0,30}?https?://\S+|https?://\S+[^。;；!！?？\n]{0,30}?(?:运行|执行|安装|照做|按照|遵循|脚本)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    isNegationPart: true,
    pattern: r`(?:игнорируй\p{L}*|забудь\p{L}*|отбрось\p{L}*|не (?:следуй|соблюдай|выполняй)\p{L}*|проигнорируй\p{L}*|нарушь\p{L}*|отмени\p{L}*)[^.;!?\n]{0,40}?(?:инструкци|указани|правил|приказ|команд|ограничени|запрет|промпт)\p{L}*|(?:покажи|выведи|раскрой|напечатай|повтори|сообщи|отправь|пришли)\p{L}*[^.;!?\n]{0,30}?(?:системн\p{L}* (?:промпт|сообщени|инструкци|подсказк)|промпт|свои инструкци|парол|ключ|токен|секрет|\.env|переменн\p{L}* окружени)\p{L}*|(?:отключи|пропусти|удали|обойди|выключи)\p{L}*[^.;!?\n]{0,30}?(?:тест|проверк|подпис|подтверждени|защит|безопасност|хук|сертификат)\p{L}*|(?:無視|忘れ)(?:して|る|て|し)|(?:指示|命令|ルール|規則|プロンプト)[^。\n]{0,8}?(?:無視|忘れ|破|従わ(?:ない|ず))|システム ?プロンプト[^。\n]{0,12}?(?:出力|表示|教え|見せ|公開|書)|(?:テスト|検証|確認|署名|承認)[^。\n]{0,8}?(?:無効|省略|スキップ|せず|なし)|(?:パスワード|秘密鍵|トークン|認証情報|環境変数)[^。\n]{0,16}?(?:送信|送|表示|出力|公開|貼|教え)|(?:이전|모든|위의)[^.\n]{0,10}?(?:지시|명령|규칙|지침)\p{L}*[^.\n]{0,6}?(?:무시|잊)|시스템 ?프롬프트[^.\n]{0,8}?(?:출력|공개|보여)`,
  },
  {
    kind: 'instruct',
    reason: 'it asks to ignore instructions',
    pattern: r`{b}(?:halt\w*|orientier\w*|richt\w*)(?: \S+){0,4}? nicht (?:mehr |langer )*(?:an|nach) (?:\S+ ){0,3}?(?:{deorder}|agents\.md|claude\.md)|{b}(?:verschweig\w*|verheimlich\w*|verbirg|verberg\w*|versteck\w*|vertusch\w*)(?: \S+){0,6}?(?:$|[.,;!]| (?:nutzer|benutzer|anwender|kunden|ihm|ihr|was|vor|dass|deine|anderungen))|{b}(?:heimlich|stillschweigend|unbemerkt|insgeheim|klammheimlich)(?![a-z])|{b}(?:behaupt\w*|tu so|gib vor|luge|log)(?: \S+){0,8}? (?:obwohl|auch wenn|dass alles|als ob|bestanden|erfolgreich|grun)(?![a-z])|{b}ne (?:dis|dites|disez|revele|revelez|mentionne|mentionnez|parle|parlez|signale|signalez) (?:rien|pas|jamais|aucun\w*|a personne)(?![a-z])|{b}(?:cache|cachez|dissimule|dissimulez|tais|taisez)(?: \S+){0,6}? (?:utilisateur|client|modification\w*|changement\w*|personne|proprietaire)|{b}(?:en secret|secretement|discretement|a l'insu)(?![a-z])|{b}(?:oculta|oculte|esconde|esconda|encubre|disimula)(?: \S+){0,6}? (?:usuario|cliente|cambios?|nadie|revisor)|{b}(?:en secreto|a escondidas|sin que nadie|discretamente)(?![a-z])|(?:系统提示|提示词|系统消息|系统指令|初始指令)[^。;；\n]{0,12}?(?:打印|输出|显示|写|念|复述|贴|发|公布|展示|告诉|透露)|(?:瞒着|隐瞒|别让|不让|不要让)[^。;；\n]{0,8}?(?:用户|客户|管理员|任何人)|(?:假装|谎称|声称|报告)[^。;；\n]{0,12}?(?:通过|成功|没有问题)`,
    isNegationPart: true,
  },
  {
    kind: 'exfiltrate',
    reason: 'it sends data away',
    pattern: r`{b}(?:joins|joignez|joindre|envoie|envoies|envoyez|colle|collez|mets|mettez|ajoute|ajoutez|publie|publiez|partage|partagez|transmets|donne|donnez|insere|copie|copiez)(?: \S*[^\s.;!?]){0,4}? (?:cles?|mots? de passe|jetons?|secrets?|identifiants|variables|historique|conversations?|donnees|contenu|fichiers?)(?: \S+){0,5}? (?:au|aux|a|dans|sur|vers) (?:\S+ ){0,2}?(?:tickets?|support|demandes?|public\w*|conversation|reponses?|commentaires?|message|auteur|fournisseur|serveur|externe|description|internet)(?![a-z])|{b}(?:hang\w*|stell\w*|schick\w*|send\w*|gib|kopier\w*|fug\w*|lad\w*|teil\w*|leg\w*|schreib\w*|setz\w*|pack\w*)(?: \S*[^\s.;!?]){0,5}? (?:{desecret}|{secretfile}|schlussel\w*|verlauf\w*|gesprach\w*|kundendaten|protokoll\w*|variablen|datenbank\w*)(?: \S+){0,6}? (?:an|in|ins|auf|zu|zum|bei|mit|offentlich\w*|extern\w*)(?: \S+){0,4}? ?(?:ticket\w*|offentlich\w*|support|hersteller|anbieter|autor|extern\w*|server|internet|chat|antwort\w*|beschreibung|commit\w*|kommentar\w*|netz)(?![a-z])`,
    unless: r`\b(?:nicht|nie|niemals|keine\w*|jamais|pas)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it holds a password or code',
    pattern: r`{b}(?:passwort|kennwort|mot de passe|contrasena|clave|password|senha)(?: \S+){0,5}? (?:lautet|ist|est|es|is|heisst|sera) ["'\x60]?(?=\S*[\d!@#$%^&*])(?=\S*[a-z])\S{6,}`,
    except: r`(?:sha|md5|argon|bcrypt|utf|base64|aes|\d+ (?:zeichen|stellen|characters))`,
    isNegationPart: true,
  },
  {
    kind: 'disable-checks',
    reason: 'it takes a safeguard away',
    pattern: r`{b}(?:schalt\w*|stell\w*|dreh\w*|mach\w*)(?: \S+){0,6}? (?:\w*prufung\w*|\w*zertifikat\w*|signatur\w*|signierung|\w*hooks?|linter|\w*reviews?|freigabe\w*|bestatigung\w*|sicherheits\w*|firewall|virenscanner|sandbox|berechtigungs\w*|\w*kontrolle\w*|schutz\w*|\w*tests|zwei-faktor\w*|protokollierung|uberwachung)(?: \S+){0,6}? (?:ab|aus)(?:$|[.,;!])`,
    unless: r`\b(?:nie|niemals|nicht|nur|statt)(?![a-z])`,
  },
];
