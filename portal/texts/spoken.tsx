import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { keepLanguage } from './language-choice.ts'
import type { Texts } from './shape.ts'
import { loadTexts, SpokenContext, type SpokenLanguage } from './texts.ts'

interface SpokenProps {
  readonly first: { readonly language: SpokenLanguage; readonly texts: Texts }
  /** What the server has told so far was told in the language before. */
  readonly onChange: () => void
  readonly children: ReactNode
}

/** Gives everything inside it the texts of one language, and lets it be changed. */
export function Spoken({ first, onChange, children }: SpokenProps) {
  const [spoken, setSpoken] = useState(first)
  const speak = useCallback(
    (language: SpokenLanguage) => {
      loadTexts(language).then(
        (texts) => {
          const isOther = document.documentElement.lang !== language
          keepLanguage(language)
          setSpoken({ language, texts })
          if (isOther) onChange()
        },
        // The file could not be loaded: the language stays as it is.
        () => undefined,
      )
    },
    [onChange],
  )
  const value = useMemo(() => ({ ...spoken, speak }), [spoken, speak])
  return <SpokenContext value={value}>{children}</SpokenContext>
}
