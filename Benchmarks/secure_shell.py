"""A server of ssh on this machine, with keys of its own."""

import os
import shutil
import subprocess
import time


class SecureShell:
    def __init__(self, folder):
        os.makedirs(folder, mode=0o700)
        for key in ["host", "id"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/{key}"], check=True)
        shutil.copy(f"{folder}/id.pub", f"{folder}/authorized")
        port = 40000 + os.getpid() % 20000
        with open(f"{folder}/config", "w") as file:
            file.write(f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
                       f"AuthorizedKeysFile {folder}/authorized\nStrictModes no\nPasswordAuthentication no\n")
        os.makedirs("/run/sshd", exist_ok=True)
        self.server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", f"{folder}/config"], stderr=subprocess.DEVNULL)
        self.command = (f"ssh -F none -p {port} -i {folder}/id -o IdentitiesOnly=yes -o StrictHostKeyChecking=no "
                        f"-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR root@127.0.0.1")
        for _ in range(200):
            if subprocess.run(f"{self.command} true", shell=True).returncode == 0:
                return
            time.sleep(0.1)
        self.stop()
        raise RuntimeError("the server of ssh does not answer")

    def stop(self):
        self.server.terminate()
