import { connect } from 'node:net'

/** How many requests are sent before any answer is read. */
const atOnce = 200

/** Asks for a page on one connection without waiting for answers, again and again, until it is stopped. */
export function startPipeline(port: number, path: string): () => void {
  const requests = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(atOnce)
  let isOver = false
  let stop = () => undefined
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.end(requests))
    stop = () => {
      socket.destroy()
      return undefined
    }
    socket.on('data', () => undefined)
    socket.on('error', () => undefined)
    socket.on('close', () => isOver || open())
  }
  open()
  return () => {
    isOver = true
    stop()
  }
}
