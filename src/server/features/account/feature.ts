import type { Feature } from '#server/shared/feature.ts'
import { accountRoutes, recoveryRoutes } from './credentials/account.routes.ts'
import { deletionRoutes, privacyRoutes } from './personal-data/privacy.routes.ts'
import { googleRoutes } from './google/google.routes.ts'
import { authRoutes } from './login/auth.routes.ts'
import { SpentProofModel } from './login/spent-proofs.model.ts'
// Declares its job.
import './login/unlock.ts'
import { ResetTokenModel } from './recovery/recovery.model.ts'
import { eraseResetTokens } from './recovery/reset-tokens.service.ts'
import { FactorsModel, eraseFactors, exportedFactors } from './second-factor/factors.model.ts'
import { resealApps } from './second-factor/reseal-apps.ts'
import { secondFactorRoutes } from './second-factor/factors.routes.ts'
import { SecurityModel } from './security-log/security-log.model.ts'
import {
  recordSecurityEvents,
  eraseSecurityLog,
  exportedActivity,
} from './security-log/security-log.service.ts'
import { SessionModel } from './sessions/sessions.model.ts'
import { proofRoutes, sessionRoutes } from './sessions/sessions.routes.ts'
import { pushSessionLists } from './sessions/sessions.service.ts'
import { InvitationModel, InvitationUseModel } from './sign-up/invitations.model.ts'
import { eraseInvitationUse, exportedInvitation } from './sign-up/invitations.service.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'

export const account: Feature = {
  name: 'account',
  routes: [
    ...authRoutes,
    ...googleRoutes,
    ...signUpRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...proofRoutes,
    ...secondFactorRoutes,
    ...recoveryRoutes,
    ...deletionRoutes,
    ...privacyRoutes,
  ],
  collections: [
    ResetTokenModel,
    SpentProofModel,
    FactorsModel,
    SessionModel,
    SecurityModel,
    InvitationModel,
    InvitationUseModel,
  ],
  listeners: [pushSessionLists, recordSecurityEvents],
  erases: [eraseResetTokens, eraseSecurityLog, eraseFactors, eraseInvitationUse],
  seals: { 'second-factors': { title: 'secrets of authenticator apps', reseal: resealApps } },
  exports: {
    activity: { title: 'Account activity', rows: exportedActivity },
    secondFactors: { title: 'Second factors', rows: exportedFactors },
    invitation: { title: 'Invitation', rows: exportedInvitation },
  },
}
