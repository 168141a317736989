import { explanationLines } from '../../server/domain/explanation/explanation-lines.ts'
import type { Shop } from './shop.ts'

/** What a call's rules did and why others did not, in words. */
export async function explained(shop: Shop, requestRef: string): Promise<string> {
  const { explanation } = await shop.must('requestLookup', { requestRef, showExplanation: true })
  return explanationLines(explanation).join('\n')
}
