import { Coming } from '../../parts/coming.tsx'

export function MessagesScreen() {
  return <Coming section="messages" />
}
