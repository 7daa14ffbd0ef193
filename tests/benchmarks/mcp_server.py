"""notes-mcp over stdio, for the measurements in this folder. Python 3.11, no packages."""
import json
import subprocess
import sys


class Server:
    """A read-only server of one vault, spoken to in the revision 2025-06-18."""

    def __init__(self, program, vault):
        self.process = subprocess.Popen([program, "--vault", vault, "--read-only"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                    "clientInfo": {"name": "benchmark", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        """The result. Ends the measurement when the server has ended."""
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.last:
                return message["result"]
        sys.exit(f"the server ended at {method}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
