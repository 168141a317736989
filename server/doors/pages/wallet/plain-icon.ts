import { colorOf, squarePng } from '../poster/png.ts'

/** A square of one colour as a PNG, for brands that have no icon: Apple shows no pass without one. */
export function plainIcon(color: string, size: number): Buffer {
  const plain = colorOf(color)
  return squarePng(size, () => plain)
}
