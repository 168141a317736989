import { useMemo } from 'react'
import { cellWords, columnTitle } from '../../../server/domain/report-words/cell-words.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Writing } from './chart-of.ts'
import { numberWords } from './number-words.ts'

/** Writes figures as the brand does, and words in the language of the reader. */
export function useWriting(): Writing {
  const { reports: texts } = useTexts()
  const { language } = useBrand()
  return useMemo(
    () => ({
      title: (column) => columnTitle(column, texts),
      cell: (column, row) => cellWords(column, row, { language, texts }),
      number: (value, column) => numberWords(value, column, language),
      signed: (value, column) => `${value > 0 ? '+' : ''}${numberWords(value, column, language)}`,
    }),
    [language, texts],
  )
}
