import { useMutation } from '@tanstack/react-query'
import { toCsv } from '../../../../server/domain/report-words/csv.ts'
import { ask } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import type { TableColumn } from '../../../parts/table/column.ts'
import { saveFile } from '../../../parts/table/save-file.ts'
import { useTexts } from '../../../texts/texts.ts'

interface StockNumber {
  readonly number: string
  readonly status: string
}

/** More than a spreadsheet takes is in nobody's interest. */
const numbersMax = 1_000_000

/** The numbers of a set as a file, fetched page by page. Pins are never in it. */
export function useNumbersFile(of: 'cards' | 'coupons', set: string) {
  const { id: brand } = useBrand()
  const { file, coupons } = useTexts()
  const title = of === 'cards' ? file.keys.cardNumber : coupons.coupon
  const columns: readonly TableColumn<StockNumber>[] = [
    { id: 'number', title, show: ({ number }) => number, plain: ({ number }) => number },
    { id: 'status', title: file.keys.status, show: ({ status }) => status, plain: ({ status }) => status },
  ]
  return useMutation({
    mutationFn: async () => {
      const numbers: StockNumber[] = []
      let after: string | undefined
      do {
        const page = await ask('stockNumbers', { of, set, ...(after !== undefined && { after }) }, brand)
        numbers.push(...page.numbers)
        after = page.next
      } while (after !== undefined && numbers.length < numbersMax)
      saveFile(`${set}.csv`, toCsv(numbers, columns))
    },
  })
}
