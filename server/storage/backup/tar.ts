/** What a tar file is made of: a header of 512 bytes and a body that is filled up to the next 512, for each member. */
export const blockBytes = 512

export interface TarHeader {
  readonly name: string
  readonly size: number
}

/** Members are at most this large, so that one can be held in memory. */
const memberBytesMax = 64 * 2 ** 20

export function composeHeader({ name, size }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > 100 || size > memberBytesMax) throw new Error(`${name} does not fit into a tar file.`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Undefined for a block that is no header of ours, to the last bit. */
export function readHeader(block: Buffer): TarHeader | undefined {
  const text = (from: number, length: number) => block.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const header = { name: text(0, 100), size: Number.parseInt(text(124, 12), 8) }
  const canBe = /^[ -~]+$/.test(header.name) && header.size >= 0 && header.size <= memberBytesMax
  return canBe && composeHeader(header).equals(block) ? header : undefined
}

export const paddingAfter = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes

/** The sum of the header's bytes, with spaces where the sum itself is. */
function sumOf(header: Buffer): number {
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte
  return sum
}
