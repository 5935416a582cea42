import 'passport'
import type { Viewer as HouseViewer } from './viewer.ts'

declare global {
  namespace Express {
    // passport's name for who is signed in: our viewer.
    interface User extends HouseViewer {}
  }
}
