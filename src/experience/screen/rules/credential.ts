import type { ScreenRule } from '../screen-rule.ts';

const r = String.raw;

/** Credentials that are read out, printed or sent. */
export const CREDENTIAL_RULES: readonly ScreenRule[] = [
  {
    kind: 'credential',
    reason: 'it asks people to write a secret down in the open',
    pattern: r`{b}(?:{secret}|credentials?)(?![a-z])(?: \S*[^\s;!?]){0,12}? (?:type|enter|paste|post|write|share|put|send|drop|give|store|save|keep|note)(?:s|d|ed|ing)?(?: down)? (?:them|it|those|these)(?: \S+){0,1}? (?:in|into|to|on|as) (?:the |this |a |an |our )?(?:open |plain |shared |public |team )*(?:chat|conversation|prompt|issue|tickets?|channel|thread|plain ?text|clear|notes?(?:\.\w+)?|readme\S*|comments?|wiki|e-?mails?|messages?|\S+\.(?:md|txt|log))(?![a-z])`,
  },
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
    pattern: r`{b}(?:search|look|grep|scan|hunt|go|scour|crawl|comb|rummage|dig|check|walk)(?: \S*[^\s.;!?]){0,8}? (?:for|through|over) (?:\S+ ){0,5}?(?:{secret}|{secretfile})(?: \S*[^\s;!?]){0,8}? (?:and|then|to) (?:\S+ ){0,2}?(?:use|send|print|save|collect|copy|post|include|upload|try|store|reuse|log in|paste|quote|keep|e-?mail|mail|forward|write|enter|type|submit|supply|apply|pass)(?![a-z])|{b}(?:steal|harvest|grab|exfiltrate|borrow|sniff|skim|swipe|crack|brute[- ]?force|guess|phish)(?: \S*[^\s.;!?]){0,5}? {secret}|{b}(?:use|try|take|reuse|log in with|authenticate with|sign in with)(?: \S*[^\s.;!?]){0,3}? (?:someone(?: else)?'?s?|colleague'?s?|another (?:user|person|account)'?s?|admin(?:istrator)?'?s?|root'?s?|whatever|any(?:one'?s?)?|found|leaked|stolen|left[- ]over|other people'?s) (?:\S+ ){0,2}?(?:{secret}|logins?|keys?|accounts?|sessions?)(?![\w-])`,
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
    kind: 'credential',
    reason: 'it asks to print a secret',
    pattern: r`{b}(?:show|print|display|reveal|tell|quote|paste|output|echo|dump|recite|read out|disclose|expose|dictate|spell)(?: (?!(?:how|where|whether|if|only|with|using|after|when|without|names?|number|count|which|that|not|no|hash|id|ids|expiry|age|status|scopes?|length|never|user|users)(?![a-z]))\S*[^\s.;!?,]){0,5}? {secret}(?!(?:'s)? (?:names?|lengths?|expir\w*|ids?|hash\w*|scopes?|counts?|usage|budgets?|limits?|types?|polic\w*|managers?|stores?|rotation|per|of the model|and expiry|fields?|prompts?|forms?|errors?))`,
    except: r`^(?:show|display|print|output|tell) (?:\S+ ){0,3}(?:tokens|pins?|cookies|cookie)$`,
    unless: r`\b(?:never|do not|don't|not|no|masked?|placeholder|usage|budget|instead|only whether|redact\w*|asterisks|hidden|dots)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it prints variables with their values',
    pattern: r`{b}(?:print|show|dump|log|list|echo|display|output|write|include|paste|copy|post)(?: \S+){0,2}? (?:all|every|each|the full|the whole|the complete|any)(?: \S+){0,2}? (?:environment |env |shell )?(?:variables?|environment|env)(?![a-z])`,
    except: r`(?:names?|keys) of|which|without`,
    unless: r`\b(?:never|do not|don't|not|names of|without|only|instead|missing|which)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it collects the secrets of others',
    pattern: r`{b}(?:request|ask for|demand|require|collect|obtain|record|note|store|save|harvest|gather|get|take down|keep)(?: \S+){0,1}? (?:the |their |his |her |a |each |every )*(?:customers?|callers?|clients?|users?|visitors?|patients?|employees?|colleagues?|full|complete|current|online banking|bank|card)(?:'s|')?(?: \S+){0,3}? (?:pass ?words?|pins?|cvvs?|card numbers?|one[- ]time (?:codes?|passwords?)|otps?|2fa codes?|security codes?|seed phrases?|recovery (?:codes?|phrases?)|private keys?|passphrases?|social security numbers?|login data|bank details)(?![a-z-])|{b}(?:export|extract|dump|copy|collect|list|save|read|back up|steal|grab)(?: \S+){0,4}? (?:saved|stored|browser|cached|remembered)(?: \S+){0,2}? (?:logins?|passwords?|credentials?|cookies?|sessions?|tokens?|keys?)(?![a-z-])|{b}(?:type|enter|paste|send|post|write|put|say|tell|share|give|reveal)(?: \S+){0,4}? (?:{secret})(?: \S+){0,2}? (?:in|into|to|via|through|by) (?:the |this |a |your |our )*(?:chat|tickets?|messages?|repl(?:y|ies)|e-?mails?|comments?|conversation|forum|channel|phone|bot|agent|assistant)(?![a-z])`,
    except: r`(?:reset|change|rotate|hash(?:ed|es)?|new) `,
    unless: r`\b(?:never|do not|don't|not|no|without|instead|avoid|hash\w*|hashed|encrypt\w*|only the last|so that the)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it asks to read a secret out',
    pattern: r`{b}(?:{secret}|{secretfile})(?: \S*[^\s;!?]){0,10}?,? (?:and|then) (?:then |also )?(?:include|quote|show|print|paste|send|put|add|post|write|mention|say|repeat|read|e-?mail|share|tell|display|report|echo|attach|copy|enter|type|use|try|forward|upload)(?: (?:it|them|this|the (?:value|result|content|output|line)|all|its|their|what)(?![a-z])| aloud)`,
    except: r`(?:reset|rotat\w*|mask\w*|redact\w*|expir\w*|names?|count|hash\w*) (?:\S+ )*(?:and|then)`,
    unless: r`\b(?:never|do not|don't|not|no|placeholder|from the environment|secret store|vault|rotat\w*|by name|keep .{0,30}out|refer|hash\w*)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it holds a password or code',
    pattern: r`{b}(?:log ?in|sign in|sign on|user ?name|username|credentials?|account|authenticate)(?![a-z])[^.;\n]{0,40}?[ ("'\x60][a-z0-9_.-]{2,20} ?[/:] ?(?!//)(?=\S*[\d!@#$%^&*])(?=\S*[a-z])(?=\S*[^a-z.,/:\s])\S{7,}`,
    except: r`https?:|[/:]\s?(?:[a-z]+/)+|\d{1,2}:\d{2}`,
    unless: r`\b(?:placeholder|for example user:|your_)`,
    isNegationPart: true,
  },
  {
    kind: 'credential',
    reason: 'it gets round masking',
    pattern: r`{b}(?:reverse|split|space|spaces|spaced|encode|base64|hex|letter by letter|spell|interleave|rot13|chunk|chop|break|separate|transform|obfuscate|double)(?: \S*[^\s.;!?]){0,8}? (?:{secret}|mask\w*|redact\w*|letters)(?: \S*[^\s;!?]){0,10}? (?:mask\w*|redact\w*|hid(?:e|es|den)|filter\w*|log|logs|echo|print|censor\w*|show|visible|letters)(?![a-z])|{b}(?:{secret})(?: \S*[^\s;!?]){0,10}? (?:mask\w*|redact\w*|censor\w*|hidden|filtered)(?: \S*[^\s;!?]){0,6}?,? (?:print|echo|show|write|output|spell|read|reveal|type|encode|reverse|split|get|copy)(?: \S*[^\s.;!?]){0,6}? (?:letters?|spaces?|reversed?|encoded|base64|parts|pieces|another way|anyway|instead|backwards?|hex)(?![a-z])|{b}(?:evade|defeat|bypass|avoid|get around|circumvent|trick|fool|dodge|beat)(?: \S+){0,3}? (?:masking|redaction|scrubb\w*|secret (?:scan\w*|detection|filter)|log filter|mask|censorship)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not try)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it puts secrets into code or addresses',
    pattern: r`{b}(?:hard-?code|hard-?wire|bake|inline|check in|commit)(?:s|d|ing)?(?: \S*[^\s.;!?]){0,4}? (?:{secret}|{secretfile}|{desecret})|{b}(?:put|embed|write|store|keep|save|include|place|leave|add)(?: \S+){0,3}? (?:{secret})(?: \S+){0,3}? (?:in|into|to|inside|on) (?:the |a |an |your |our |every |each |plain )*(?:urls?|source(?: code)?|code|image|docker ?file|repositor\w*|repo|script|readme|plain ?text|text file|git|wiki|log|logs|command line|client|front ?end|comments?|title)(?![a-z])`,
    except: r`names?|hash\w*|placeholder|reference|scan`,
    unless: r`\b(?:never|do not|don't|not|no|avoid|instead|encrypt\w*|sops|git-crypt|vault|secret (?:store|manager)|keychain|remove|replace|by mistake|leaked|reference\w*|if a|scan|before|check that|without)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it writes secrets out in full',
    pattern: r`{b}{secret},?(?: \S*[^\s;!?]){0,12}? (?:in full|in (?:the )?clear(?: text)?|in plain(?: text)?|unmasked|unredacted|uncut|as they are|verbatim)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not|no|avoid|without|instead|rather)(?![a-z])`,
  },
  {
    kind: 'credential',
    reason: 'it lists secrets with their values',
    pattern: r`{b}(?:keys|tokens|secrets|passwords|variables|credentials|logins)(?: \S*[^\s;!?]){0,8}? with (?:their|its|the|all|full) (?:\S+ )?(?:values?|contents?|passwords?|pins?)(?![a-z])`,
    unless: r`\b(?:never|do not|don't|not|without|no )(?![a-z])`,
  },
];
