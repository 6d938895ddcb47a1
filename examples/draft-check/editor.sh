#!/bin/sh
# Stands for an agent: reads its prompt, mends the first problem it finds in the draft, and says what it did.
prompt=$(cat)

replace() { # old text, new text
  OLD=$1 NEW=$2 node -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const text = readFileSync("draft.md", "utf8");
    writeFileSync("draft.md", text.replace(process.env.OLD, () => process.env.NEW));'
}

if ! node check-draft.mjs finished >/dev/null; then
  replace 'TODO: thank the testers.' 'We thank everybody who tested it.'
  summary='finished the last line'
elif ! node check-draft.mjs summary >/dev/null; then
  replace '# Release notes' '# Release notes

Summary: imports of any size, and nobody has to wait for them.'
  summary='added a summary'
else
  replace ' now, and because reading and writing happen side by side and no file is ever held in memory as a whole, a' '. Reading and writing happen side by side. No file is held in memory as a whole. A'
  summary='cut the long sentence'
fi
echo "The prompt had ${#prompt} characters."
echo "{\"praxis\":{\"expected_gain\":0.33,\"summary\":\"$summary\"}}"
