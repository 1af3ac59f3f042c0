import CommandLineInterface
import Processes

ForkServer.run(leaves: CommandLineInterface.leaves) { CommandLineInterface.main($0).rawValue }
