import { crc32, deflateSync } from 'node:zlib'

export type Color = readonly [red: number, green: number, blue: number]

/** `#rrggbb` as a picture needs it. */
export function colorOf(color: string): Color {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color.slice(1), 'hex')
  return [red, green, blue]
}

/** A square picture as a PNG, by the colour of each pixel. */
export function squarePng(size: number, colorAt: (x: number, y: number) => Color): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const stride = 1 + 3 * size
  const pixels = Buffer.alloc(size * stride)
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) pixels.set(colorAt(x, y), y * stride + 1 + 3 * x)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
