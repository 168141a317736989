#!/bin/sh
# Starts Chromium without the two pages that each window loads for suggestions below its address bar: nobody types there,
# and they take nearly half of what a window takes. A second list of such words would replace Playwright's own.
for word; do
  shift
  case $word in
    --disable-features=*) word="$word,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup" ;;
  esac
  set -- "$@" "$word"
done
exec "$TEST_CHROMIUM" "$@"
