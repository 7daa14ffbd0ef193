#pragma once
#include "server/log.h"
#include "server/process.h"
#include "server/tools.h"
#include "vault/vault.h"

namespace notes::mcp {

/// Serves `vault` over `pipe` until the end of input or of the pipe, or a signal to stop. The exit
/// code of the process, which is always 0: no such end is a failure.
/// At the end of input all that was read is answered first; after a signal nothing more is written
/// to the client, but what is being written to the vault is finished.
[[nodiscard]] int serve(ClientPipe pipe, Vault& vault, const Toolbox& tools, const Log& log);

/// The same on stdin and stdout, which are taken for it: see `ClientPipe::standard_streams`.
[[nodiscard]] int serve(Vault& vault, const Toolbox& tools, const Log& log);

}  // namespace notes::mcp
