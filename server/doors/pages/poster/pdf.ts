/** A line of text on a page: where it begins, from the lower left corner, in points. */
export interface PdfText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isBold?: boolean
  /** Red, green and blue, 0 to 255. */
  readonly color: readonly [number, number, number]
}

export interface PdfBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly color: readonly [number, number, number]
}

interface PdfPage {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly boxes: readonly PdfBox[]
  readonly texts: readonly PdfText[]
}

/** What the typefaces that every reader of PDF has can show: Latin letters of western Europe, besides ASCII. */
export const isWritable = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text)

/**
 * A page of boxes and lines of text as a PDF. No typeface and no picture is in it: readers have Helvetica by themselves, and
 * what is drawn stays sharp at any size.
 */
export function makePdf({ width, height, title, boxes, texts }: PdfPage): Buffer {
  const content = [...boxes.map(drawBox), ...texts.map(drawText)].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${hexText(title)} >>`,
  ]
  const head = '%PDF-1.4\n'
  let body = head
  const places = objects.map((one, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${one}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${count} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}${table}${end}`, 'latin1')
}

const number = (value: number) => String(Math.round(value * 1000) / 1000)
const fill = (color: readonly number[]) => `${color.map((part) => number(part / 255)).join(' ')} rg`

const drawBox = ({ x, y, width, height, color }: PdfBox) =>
  `${fill(color)} ${[x, y, width, height].map(number).join(' ')} re f`

const drawText = ({ text, x, y, size, isBold = false, color }: PdfText) =>
  `BT ${fill(color)} /F${isBold ? 2 : 1} ${number(size)} Tf ${number(x)} ${number(y)} Td <${Buffer.from(text, 'latin1').toString('hex')}> Tj ET`

/** Titles may be of any letters: they are not drawn. */
const hexText = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
