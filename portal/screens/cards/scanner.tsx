import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconBarcode, IconCamera } from '@tabler/icons-react'
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

type DetectorKind = new () => Detector

/** Not every browser can read codes from a picture. */
const detectorKind = () => (globalThis as { readonly BarcodeDetector?: DetectorKind }).BarcodeDetector

interface ScannerProps {
  readonly field: Ref<HTMLInputElement>
  readonly onScan: (text: string) => void
  /** What else can be typed here than a card's number. */
  readonly hint?: string | undefined
}

/** A field for numbers that are typed, and the camera for those who have no scanner. */
export function Scanner({ field, onScan, hint }: ScannerProps) {
  const { till: texts } = useTexts()
  const [typed, setTyped] = useState('')
  const [hasCamera, setCamera] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onScan(typed.trim())
    setTyped('')
  }
  return (
    <Stack gap="sm">
      <form onSubmit={send}>
        <Group align="flex-end">
          <TextInput
            style={{ flexGrow: 1 }}
            size="lg"
            label={texts.scan}
            description={hint ?? texts.scanHint}
            leftSection={<IconBarcode size={22} stroke={1.6} />}
            ref={field}
            value={typed}
            autoFocus
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" size="lg">
            {texts.open}
          </Button>
          {detectorKind() && (
            <Button
              size="lg"
              variant="default"
              leftSection={<IconCamera size={20} stroke={1.6} />}
              onClick={() => setCamera(!hasCamera)}
            >
              {hasCamera ? texts.cameraOff : texts.camera}
            </Button>
          )}
        </Group>
      </form>
      {hasCamera && <Camera onScan={onScan} />}
    </Stack>
  )
}

const lookEveryMs = 300

function Camera({ onScan }: { readonly onScan: (text: string) => void }) {
  const { till: texts } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const scan = useRef(onScan)
  scan.current = onScan
  useEffect(() => {
    const Kind = detectorKind()
    let stream: MediaStream | undefined
    let isOver = false
    const look = async (detector: Detector) => {
      if (isOver || !video.current) return
      const [found] = await detector.detect(video.current).catch(() => [])
      if (found) scan.current(found.rawValue)
      else setTimeout(() => void look(detector), lookEveryMs)
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!video.current || !Kind) return
      video.current.srcObject = stream
      await video.current.play()
      await look(new Kind())
    }
    begin().catch(() => setRefused(true))
    return () => {
      isOver = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  if (isRefused) return <Alert color="yellow">{texts.noCamera}</Alert>
  return <video ref={video} muted playsInline aria-label={texts.camera} style={{ maxWidth: 420, width: '100%' }} />
}
