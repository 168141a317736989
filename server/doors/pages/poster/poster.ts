import { encode } from 'uqr'
import { isWritable, makePdf, type PdfBox, type PdfText } from './pdf.ts'
import { type Color, colorOf, squarePng } from './png.ts'

interface Poster {
  /** What the code leads to. */
  readonly url: string
  readonly brand: string
  /** The place, where it is of one. */
  readonly place?: string
  readonly color: string
  /** Why somebody should scan it. */
  readonly invitation: string
  readonly howTo: string
}

// A4, in points.
const width = 595
const height = 842
const margin = 56
const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]
const grey: Color = [70, 76, 84]

/** A page to be hung up: the brand, what for, and a code as large as the page allows. */
export function posterPdf({ url, brand, place, color, invitation, howTo }: Poster): Buffer {
  const primary = colorOf(color)
  const band = { x: 0, y: height - 190, width, height: 190, color: primary }
  const code = width - 2 * margin
  const ink = isDark(primary) ? white : black
  const lines: (PdfText | undefined)[] = [
    line({ text: brand, y: height - 95, size: 46, isBold: true, color: ink }),
    line({ text: invitation, y: height - 145, size: 22, color: ink }),
    line({ text: howTo, y: height - 232, size: 20, isBold: true, color: black }),
    place === undefined ? undefined : line({ text: place, y: 64, size: 18, isBold: true, color: black }),
    line({ text: url, y: 40, size: 12, color: grey }),
  ]
  const texts = lines.filter((one) => one !== undefined)
  const boxes = [band, ...codeBoxes(url, { x: margin, y: 100, size: code })]
  return makePdf({ width, height, title: place === undefined ? brand : `${brand}, ${place}`, boxes, texts })
}

/** A line as large as it fits. What the typeface cannot show is left out: the code says it all. */
function line(text: Omit<PdfText, 'x'>): PdfText | undefined {
  if (!isWritable(text.text)) return undefined
  // No letter of Helvetica is wider on average than this share of its size in words that people write.
  const widest = (text.isBold ? 0.62 : 0.58) * text.text.length
  const size = Math.min(text.size, (width - 2 * margin) / Math.max(widest, 1))
  return { ...text, size, x: margin }
}

/** Rows of dark squares that touch are one box. */
function codeBoxes(url: string, at: { readonly x: number; readonly y: number; readonly size: number }): PdfBox[] {
  const { data, size } = encode(url, { border: 0, ecc: 'M' })
  const side = at.size / size
  return data.flatMap((row, y) => {
    const boxes: PdfBox[] = []
    let begin = -1
    for (const [x, isDarkSquare] of [...row, false].entries()) {
      if (isDarkSquare && begin < 0) begin = x
      if (isDarkSquare || begin < 0) continue
      const top = at.y + at.size - (y + 1) * side
      boxes.push({ x: at.x + begin * side, y: top, width: (x - begin) * side, height: side, color: black })
      begin = -1
    }
    return boxes
  })
}

function isDark([red, green, blue]: Color): boolean {
  const linear = [red, green, blue].map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0) < 0.179
}

const pixelsOfSquare = 16

/** The code alone, for whatever somebody prints themselves. */
export function codePng(url: string): Buffer {
  const { data, size } = encode(url, { border: 4, ecc: 'M' })
  const at = (pixel: number) => Math.floor(pixel / pixelsOfSquare)
  return squarePng(size * pixelsOfSquare, (x, y) => (data[at(y)]?.[at(x)] ? black : white))
}
