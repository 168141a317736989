import { isPortInUse, portInUse } from '../../doctor/look/port-holder.ts'
import { CommandFailed } from '../command-failed.ts'

/** Takes the exception of a start: that the port is in use is told in words. */
export function portToldInUse(place: Parameters<typeof portInUse>[0]): (error: unknown) => never {
  return (error) => {
    throw isPortInUse(error) ? new CommandFailed([portInUse(place)]) : error
  }
}
